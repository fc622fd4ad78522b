/** Which version of the policies the shopper agreed to. Who may read the settings can look at it. */
export default function AgreedPolicies({ version, isLink }: { version: number; isLink: boolean }) {
  const words = `policies, version ${version}`
  return (
    <span>
      Agreed to the {isLink ? <a href={`/admin/settings/policies?version=${version}`}>{words}</a> : words}
    </span>
  )
}
