/** The keys of an object that has no others. */
export function keysOf<T extends object>(object: T): (keyof T)[] {
  return Object.keys(object) as (keyof T)[]
}

/** An object with `of(key)` at each of the keys, in their order. */
export function recordOf<T extends object>(
  keys: readonly (keyof T)[],
  of: <K extends keyof T>(key: K) => T[K],
): T {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as T
}

/** An object with these keys of another, and their values. */
export function pick<T extends object, K extends keyof T>(object: T, keys: readonly K[]): Pick<T, K> {
  return recordOf<Pick<T, K>>(keys, (key) => object[key])
}

/** The same keys, each with one property of its value. */
export function pluck<P extends string, T extends { [K in keyof T]: Record<P, unknown> }>(
  object: T,
  property: P,
): { [K in keyof T]: T[K][P] } {
  return recordOf<{ [K in keyof T]: T[K][P] }>(keysOf(object), (key) => object[key][property])
}
