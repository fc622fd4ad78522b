/**
 * The policies that the shop starts with, as owners edit them: the words of the pages for privacy, and for delivery and
 * returns. Orders that were placed before an owner saved other policies agreed to exactly these texts (version 0), so
 * they are not reworded.
 */

export const place = 'Saskatoon, SK, Canada'

export const privacy = `Effective December 2024

# What we collect

When you order from us, write to us or look around the shop, we collect:

- your name and email address
- your shipping and billing address
- your phone number
- your payment details, via third-party providers
- basic analytics about how the site is used

The list of products you viewed recently stays on your device, where you can clear it.

# What we use it for

- to process and deliver your orders
- to send you order updates and to support you
- to improve the site
- to comply with the law

# What we don't do

We do not sell your information, and we do not share it for marketing.

# How to reach us

Write to us on the contact page.

Redemption
${place}`

/** The sentence of spec 2 that the shop says wherever it sells, as long as the policy says it. */
export const salesAreFinal = 'All sales are final.'

export const delivery = `From Saskatoon to wherever you wear it.

# Where we deliver

We deliver locally in Saskatoon and internationally.

# How long it takes

Delivery is estimated at 7 to 14 business days from order confirmation.

Customs or couriers may cause delays.

# Returns and exchanges

${salesAreFinal} There are no returns or exchanges.

# Damaged or incorrect items

Tell us within 3 days of delivery, with the contact form or by email.`
