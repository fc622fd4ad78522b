import { UNSEALED, type BackupSeal } from './backup-store.ts'

/**
 * The encryption for a public key, or none when it is null. `keyFile`: the file of its secret key, to read what was
 * encrypted. Throws BackupUnusable.
 */
export async function chooseSeal(recipient: string | null, keyFile: string | null): Promise<BackupSeal> {
  if (recipient === null) return UNSEALED
  const { ageSeal } = await import('./age-seal.ts')
  return ageSeal({ recipient, keyFile })
}
