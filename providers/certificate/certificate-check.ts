/** Reads the certificate that visitors of the shop get. */
export interface CertificateCheck {
  /** The end of the certificate in epoch milliseconds; null when nothing answered in time. */
  readEnd(): Promise<number | null>
}
