/** The value of one cookie in a `document.cookie` text; null when it is missing. */
export function findCookie(cookies: string, name: string): string | null {
  const start = `${name}=`
  return (
    cookies
      .split('; ')
      .find((cookie) => cookie.startsWith(start))
      ?.slice(start.length) ?? null
  )
}
