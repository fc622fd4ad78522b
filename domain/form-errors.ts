import type { BaseIssue } from 'valibot'

/** Validation errors of a form: at most one sentence for each field, in the order of `fields`. */
export function errorsByField<Field extends string>(
  issues: readonly BaseIssue<unknown>[],
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {}
  for (const field of fields) {
    const issue = issues.find(({ path }) => path?.[0]?.key === field)
    if (issue) errors[field] = issue.message
  }
  return errors
}
