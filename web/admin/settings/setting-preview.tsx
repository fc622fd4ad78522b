import type { MenuLink } from '#domain/settings/menus.ts'
import type { HomePage } from '#domain/settings/home-page.ts'
import type { PictureView } from '#web/page.ts'
import { Fragment, type ReactNode } from 'react'
import { policySections } from '#domain/settings/policies.ts'
import BrandPreview from './brand/brand-preview.tsx'
import CategoriesPreview from './categories/categories-preview.tsx'
import type { TypedCategory } from './categories/typed-category.ts'
import HomePreview from './media/home-preview.tsx'
import { sectionDetail, sectionWords, type SectionChoices } from './sections/section-words.ts'
import { PolicyLine } from '#web/ui/policy-lines.tsx'
import styles from './setting-preview.module.css'
import type { SettingValue } from './use-setting.ts'

interface Props {
  name: string
  labels: Readonly<Record<string, string>>
  value: SettingValue
  /** The names of products, by their ids. */
  products: Readonly<Record<string, string>>
  /** The pictures that are known, by their keys. */
  pictures: Readonly<Record<string, PictureView>>
  choices: SectionChoices
}

type Texts = (field: string) => string

const PREVIEWS: Readonly<Record<string, (text: Texts) => ReactNode>> = {
  announcement: (text) =>
    text('text').trim() === '' ? (
      <p className={styles.none}>No bar is shown.</p>
    ) : (
      <p className={styles.bar}>{text('link').trim() === '' ? text('text') : <u>{text('text')}</u>}</p>
    ),
  policies: (text) => (
    <>
      <PolicyPreview title="Privacy Policy" text={text('privacy')} />
      <PolicyPreview title="Delivery & Returns" text={text('delivery')} />
    </>
  ),
  mails: (text) => (
    <div className={styles.mail}>
      <p>
        <span className={styles.quiet}>From</span> <strong>{text('senderName')}</strong>
      </p>
      <p className={styles.quiet}>Hi Ada, we’ve received your order and are getting it ready.</p>
      <p className={styles.footer}>{text('footer')}</p>
    </div>
  ),
}

/** A value of a setting as shoppers see it; where there is no special look, a list of its fields. */
export default function SettingPreview({ name, labels, value, products, pictures, choices }: Props) {
  const text = (field: string) => String(value[field] ?? '')
  if (name === 'brand') return <BrandPreview {...{ value, pictures }} />
  if (name === 'categories')
    return <CategoriesPreview categories={(value['categories'] ?? []) as TypedCategory[]} />
  if (name === 'home-page') {
    const home = value as unknown as HomePage
    return (
      <div className={styles.preview}>
        <HomePreview home={home} pictures={pictures} />
        <ol className={styles.sections} aria-label="Sections in their order">
          {home.sections.map((section, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may be the same
            <li key={at}>
              <strong>{sectionWords(section, { choices })}</strong>
              <p className={styles.quiet}>{sectionDetail(section, choices, products)}</p>
            </li>
          ))}
        </ol>
      </div>
    )
  }
  const own = PREVIEWS[name]
  if (!own) return <ValueList {...{ name, labels, value, products }} />
  return <div className={styles.preview}>{own(text)}</div>
}

/** What a field means while it is empty, by setting; elsewhere it is not shown. */
const WHEN_EMPTY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  returns: {
    countries: 'Every country',
    products: 'Nothing',
    finalPromotions: 'None',
    methods: 'Not asked',
    instructions: 'Not said',
  },
}

function ValueList({ name, labels, value, products }: Omit<Props, 'pictures' | 'choices'>) {
  return (
    <dl className={styles.values}>
      {Object.entries(labels).map(([field, label]) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {wordsOf(value[field], products) || WHEN_EMPTY[name]?.[field] || (
              <span className={styles.quiet}>Not shown</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function wordsOf(value: unknown, products: Readonly<Record<string, string>>): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (!Array.isArray(value)) return String(value ?? '')
  if (typeof value[0] === 'object') return (value as MenuLink[]).map(({ label }) => label).join(' · ')
  return (value as string[]).map((id) => products[id] ?? id).join(', ')
}

function PolicyPreview({ title, text }: { title: string; text: string }) {
  return (
    <article className={styles.policy} aria-label={title}>
      <p className={styles.title}>{title}</p>
      {policySections(text).map(({ line, heading, blocks }) => (
        <section key={line}>
          {heading !== '' && <p className={styles.heading}>{heading}</p>}
          {blocks.map((block) =>
            block.kind === 'list' ? (
              <ul key={block.line}>
                {block.lines.map((item) => (
                  <li key={item.line}>
                    <PolicyLine text={item.text} />
                  </li>
                ))}
              </ul>
            ) : (
              <p key={block.line} className={styles.lines}>
                {block.lines.map((each, at) => (
                  <Fragment key={each.line}>
                    {at > 0 && '\n'}
                    <PolicyLine text={each.text} />
                  </Fragment>
                ))}
              </p>
            ),
          )}
        </section>
      ))}
    </article>
  )
}
