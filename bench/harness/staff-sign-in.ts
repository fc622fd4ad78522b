/** The account that a bench shop creates on its first start: ADMIN_PASSWORD is set by running-shop.ts. */
export const STAFF = { email: 'staff@bench.example', password: 'bench only password' }

/** Signs in over HTTP and returns the session cookie. */
export async function signIn(port: number): Promise<string> {
  const origin = `http://localhost:${port}`
  const response = await fetch(`http://127.0.0.1:${port}/api/staff/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(STAFF),
  })
  const [cookie = ''] = response.headers.getSetCookie()
  if (response.status >= 300 || cookie === '') throw new Error(`Signing in answered ${response.status}`)
  return cookie.split(';')[0] ?? ''
}
