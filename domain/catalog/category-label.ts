/** The label of a category; the stored value of one that no longer exists. */
export function categoryLabel(
  categories: readonly { value: string; label: string }[],
  value: string,
): string {
  return categories.find((one) => one.value === value)?.label ?? value
}
