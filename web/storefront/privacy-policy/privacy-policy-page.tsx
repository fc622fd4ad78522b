import { mailtoLink } from '#domain/email.ts'
import type { PolicySection } from '#domain/settings/policies.ts'
import type { ShopIdentity } from '#domain/settings/shop-identity.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import PolicyText from '#web/ui/policy-text.tsx'
import ProseSection from '#web/ui/prose.tsx'
import prose from '#web/ui/prose.module.css'
import { sentence } from '#web/ui/sentence.ts'
import { useWords } from '#web/ui/use-words.ts'

export interface PrivacyPolicyPageProps {
  frame: FrameProps
  email: string
  /** The policy as owners wrote it. */
  own?: PolicySection[]
  /** The name and address of the shop, where owners have changed them. */
  identity?: ShopIdentity
}

export default function PrivacyPolicyPage({ frame, email, own, identity }: PrivacyPolicyPageProps) {
  const frameWords = useWords('frame')
  const words = useWords('pages/privacy-policy')
  return (
    <PageFrame {...frame}>
      <div className={prose.page}>
        <Breadcrumb trail={[{ label: frameWords.breadcrumbHome, href: '/' }, { label: words.heading }]} />
        <h1 className={prose.heading}>{words.heading}</h1>
        {own ? <PolicyText sections={own} /> : <FirstPolicy email={email} {...(identity && { identity })} />}
      </div>
    </PageFrame>
  )
}

/** The words that the shop starts with. */
function FirstPolicy({ email, identity }: Pick<PrivacyPolicyPageProps, 'email' | 'identity'>) {
  const frameWords = useWords('frame')
  const words = useWords('pages/privacy-policy')
  return (
    <>
      <p className={prose.lead}>{words.effective}</p>
      <ProseSection heading={words.collect}>
        <p>{words.collectText}</p>
        <ul>
          {words.collected.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{words.onYourDevice}</p>
      </ProseSection>
      <ProseSection heading={words.use}>
        <ul>
          {words.used.map((purpose) => (
            <li key={purpose}>{purpose}</li>
          ))}
        </ul>
      </ProseSection>
      <ProseSection heading={words.never}>
        <p>{words.neverText}</p>
      </ProseSection>
      <ProseSection heading={words.reachUs}>
        <p>{sentence(words.questions(<a href={mailtoLink(email)}>{email}</a>))}</p>
        <address>
          <Lines
            text={
              identity
                ? `${identity.name}\n${identity.address}`.trim()
                : `${frameWords.brand}\n${words.place}`
            }
          />
        </address>
      </ProseSection>
    </>
  )
}

function Lines({ text }: { text: string }) {
  const [first = '', ...others] = text.split('\n')
  return (
    <>
      {first}
      {others.length > 0 && (
        <>
          <br />
          <Lines text={others.join('\n')} />
        </>
      )}
    </>
  )
}
