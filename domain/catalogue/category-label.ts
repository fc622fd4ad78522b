/** What a category is called. One that no longer exists is called by its stored value. */
export function categoryLabel(
  categories: readonly { value: string; label: string }[],
  value: string,
): string {
  return categories.find((one) => one.value === value)?.label ?? value
}
