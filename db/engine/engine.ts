/** The two databases the shop runs on. */
export type Engine = 'sqlite' | 'postgres'
