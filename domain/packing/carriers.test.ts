import { expect, test } from 'vitest'
import { carrierOfNumber, CARRIERS, trackingLinkFor } from './carriers.ts'

test.each([
  ['7023210039414604', 'Canada Post'],
  ['7023210039414605', null],
  ['RN123456785CA', 'Canada Post'],
  ['RN123456784CA', null],
  ['1Z 999 AA1 01 2345 6784', 'UPS'],
  ['1Z999AA10123456785', null],
  ['986578788855', 'FedEx'],
  ['986578788856', null],
  ['041441760228964', 'FedEx'],
  ['3318810025', 'DHL'],
  ['3318810024', null],
  ['9400111201080805483016', 'USPS'],
  ['rb123456785gb', 'Royal Mail'],
  ['00340434161094042557', 'Deutsche Post'],
  ['RX123456785FR', 'La Poste'],
  ['3SABCD1234567', 'PostNL'],
  ['RX123456785AU', 'Australia Post'],
  ['CGE123456789', 'Purolator'],
  ['R-7K3M-9QX2', null],
  ['0628504123454', null],
  ['', null],
])('the number %s is of %s', (number, carrier) => expect(carrierOfNumber(number)).toBe(carrier))

test('a parcel has the link of its carrier, however staff write its name, and none of another', () => {
  const number = '1Z999AA10123456784'
  expect(trackingLinkFor({ carrier: 'ups', trackingNumber: number })).toBe(
    `https://www.ups.com/track?tracknum=${number}`,
  )
  expect(trackingLinkFor({ carrier: 'FedEx Ground', trackingNumber: '12 34' })).toContain('trknbr=1234')
  expect(trackingLinkFor({ carrier: 'DHL Paket', trackingNumber: '1' })).toContain('www.dhl.de')
  expect(trackingLinkFor({ carrier: 'Bo on a bike', trackingNumber: '1' })).toBe('')
  expect(trackingLinkFor({ carrier: 'UPS', trackingNumber: '' })).toBe('')
  expect(trackingLinkFor({ carrier: 'UPS', trackingNumber: '1&x=2' })).toContain('tracknum=1%26x%3D2')
})

test('every link is an address with one place for the number', () => {
  for (const { link } of CARRIERS) {
    expect(link.split('{}')).toHaveLength(2)
    expect(URL.canParse(link)).toBe(true)
  }
  expect(CARRIERS).toHaveLength(11)
})
