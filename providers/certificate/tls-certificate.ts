import { connect } from 'node:tls'
import type { CertificateCheck } from './certificate-check.ts'

const TIMEOUT_MS = 10_000

/**
 * Reads the certificate of a public address as a visitor would, from the server that answers there. Null for an address
 * without one (http:). Invalid and expired certificates are read too, because only the expiry matters.
 */
export function certificateOf(publicUrl: string): CertificateCheck | null {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return null
  const host = hostname.replace(/^\[|\]$/g, '')
  return { readEnd: () => readEnd(host, Number(port || 443)) }
}

function readEnd(host: string, port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const name = /^[\d.:]+$/.test(host) ? {} : { servername: host }
    const socket = connect({ host, port, ...name, rejectUnauthorized: false, timeout: TIMEOUT_MS })
    const end = (at: number | null) => {
      socket.destroy()
      resolve(at)
    }
    socket.once('secureConnect', () => {
      const at = Date.parse(socket.getPeerCertificate().valid_to ?? '')
      end(Number.isNaN(at) ? null : at)
    })
    socket.once('timeout', () => end(null))
    socket.once('error', () => end(null))
  })
}
