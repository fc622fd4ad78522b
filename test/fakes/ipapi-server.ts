import { startSupplierServer, type SupplierServer } from './supplier-server.ts'

/** The key that the fake knows. */
export const IPAPI_KEY = 'ipapi-test-key'

const COUNTRIES: Record<string, string> = {
  '8.8.8.8': 'US',
  '41.58.0.1': 'GH',
  '133.11.0.1': 'JP',
  '2a00:1450:4001::1': 'DE',
}

/** ipapi.co: the country of the address in the path, with a key or without one. https://ipapi.co/api/ */
export function startIpapiServer(): Promise<SupplierServer> {
  return startSupplierServer(({ url }, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const { pathname, searchParams } = new URL(url, 'http://ipapi.example')
    const [, address = '', format] = pathname.split('/')
    if (format !== 'json') return send(404, { error: true, reason: 'Not Found' })
    const key = searchParams.get('key')
    if (key !== null && key !== IPAPI_KEY) return send(403, { error: true, reason: 'Invalid Key' })
    if (/^(10|127|192\.168)\./.test(address)) {
      return send(200, { ip: address, error: true, reason: 'Reserved IP Address', reserved: true })
    }
    const country = COUNTRIES[address] ?? 'CA'
    send(200, { ip: address, country, country_code: country, country_name: country, currency: 'XXX' })
  })
}
