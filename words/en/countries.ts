/** Other names of countries than those of their list, which is in English, in the order of the language. */
export const names: Readonly<Record<string, string>> = {}
