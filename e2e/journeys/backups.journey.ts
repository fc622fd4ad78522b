import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { testWithSupplier } from '#e2e/support/dedicated-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

/** A shop that makes backups in a folder. */
const test = testWithSupplier({
  start: async () => mkdtempSync(join(tmpdir(), 'redemption-backups-')),
  variables: (folder) => ({ BACKUP_TO: folder }),
  stop: async (folder) => rmSync(folder, { recursive: true, force: true }),
})

test('an owner sees the first backup and its rehearsal, makes another one, and reads why one fails', async ({
  page,
  supplier: folder,
}) => {
  const staff = new StaffMember(page, STAFF)
  await staff.openLogin()
  await staff.signIn()
  await staff.isOnDashboard()
  await staff.goesTo('Backups')
  await expect(staff.heading('Backups')).toBeVisible()
  await expect(page.locator('main')).toContainText(folder)

  const nightly = page.getByRole('region', { name: 'Nightly backup' })
  const weekly = page.getByRole('region', { name: 'Weekly rehearsal' })
  const copied = page.getByRole('region', { name: 'Rehearsal of the copy' })
  const kept = page.getByRole('region', { name: 'Kept backups' })
  const longTimeout = { timeout: 60_000 }
  await expect(nightly).toContainText('Working', longTimeout)
  await expect(async () => {
    await page.reload()
    await expect(weekly).toContainText('was restored in', { timeout: 2_000 })
    await expect(copied).toContainText('The continuous copy was restored in', { timeout: 2_000 })
  }).toPass(longTimeout)
  await expect(weekly).toContainText('no fault in orders, payments, refunds, stock and emails')
  await expect(copied).toContainText('none missing, and no fault in orders')
  await expect(kept.getByRole('listitem')).toHaveCount(1)
  await expect(kept).toContainText('Rehearsed')
  await expectFineAtBothSizes(page, 'backups')

  const start = nightly.getByRole('button', { name: 'Back up now' })
  await start.focus()
  await page.keyboard.press('Enter')
  await expect(nightly).toContainText(/Starting|Running/)
  await expect(kept.getByRole('listitem')).toHaveCount(2, longTimeout)
  await expect(nightly).toContainText('Working')
  await expect(start).toBeFocused()

  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'not a folder')
  await start.click()
  await expect(nightly).toContainText('Failing', longTimeout)
  await expect(nightly).toContainText(`${folder} is not a folder.`)
  await expect(nightly).toContainText('You were emailed.')
  await staff.opensMenu()
  await expect(page.getByRole('link', { name: 'Backups 1 failing' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectFineAtBothSizes(page, 'backups')
})
