import { randomUUID } from 'node:crypto'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

test('staff measure a category, and shoppers read it in centimetres and inches', async ({
  page,
  complaints,
}) => {
  complaints.expect(/409/)
  const staff = new StaffMember(page, STAFF)
  await staff.comesIn()
  await staff.goesTo('Size charts')
  await expect(staff.heading('Size charts')).toBeVisible()
  await expectNoAxeViolations(page)

  const name = `Depth ${randomUUID().slice(0, 8)}`
  const section = page.getByRole('region', { name: 'Accessories' })
  const save = section.getByRole('button', { name: 'Save' })
  await section.getByRole('button', { name: 'Add measurement' }).click()
  await page.keyboard.type(name)
  await expect(section.getByText('Not saved yet')).toBeVisible()
  await section.getByLabel(`${name}, size M, in cm`).fill('wide')
  await save.click()
  await expect(section.getByRole('alert')).toContainText('type lengths in centimetres')
  await expect(section.getByLabel(`${name}, size M, in cm`)).toBeFocused()
  await expectNoAxeViolations(page)
  await section.getByLabel(`${name}, size M, in cm`).fill('52,5')
  await save.click()
  await expect(page.getByText('Size chart saved')).toBeVisible()
  await expect(section.getByText('Not saved yet')).toBeHidden()

  const shopper = await page.context().newPage()
  await shopper.goto('/product/crew-sock')
  const chart = shopper.getByRole('table', { name: 'Measured flat, in centimetres' })
  await expect(chart.getByRole('columnheader', { name })).toBeVisible()
  await expect(chart.getByRole('cell', { name: '52.5', exact: true })).toBeVisible()
  await shopper.getByRole('radio', { name: 'cm' }).focus()
  await shopper.keyboard.press('ArrowRight')
  const inInches = shopper.getByRole('table', { name: 'Measured flat, in inches' })
  await expect(inInches.getByRole('cell', { name: '20¾', exact: true })).toBeVisible()
  await expectNoAxeViolations(shopper)

  // Another tab of the same staff member saves first: this tab asks, and no typed value is lost.
  const other = await page.context().newPage()
  await other.goto('/admin/size-charts')
  const theirs = other.getByRole('region', { name: 'Accessories' })
  await theirs.getByLabel(`${name}, size L, in cm`).fill('60')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Size chart saved')).toBeVisible()
  await section.getByRole('button', { name: `Remove ${name}` }).click()
  await save.click()
  await expect(section.getByRole('alert').first()).toContainText('Someone else changed this size chart.')
  await section.getByRole('button', { name: 'Keep mine' }).click()
  await save.click()
  await expect(section.getByText('Not saved yet')).toBeHidden()
})
