import Field from '#web/ui/field.tsx'

/** The tracking details of a parcel, as typed. */
export interface Tracking {
  carrier: string
  trackingNumber: string
  trackingLink: string
}

interface TrackingFieldsProps {
  tracking: Tracking
  errors: Record<string, string>
  onChange: (tracking: Tracking) => void
}

/** Carrier, tracking number and link. */
export default function TrackingFields({ tracking, errors, onChange }: TrackingFieldsProps) {
  return (
    <>
      <Field
        label="Carrier"
        value={tracking.carrier}
        maxLength={100}
        error={errors['carrier']}
        onChange={({ target }) => onChange({ ...tracking, carrier: target.value })}
      />
      <Field
        label="Tracking number"
        value={tracking.trackingNumber}
        maxLength={100}
        autoCapitalize="characters"
        error={errors['trackingNumber']}
        onChange={({ target }) => onChange({ ...tracking, trackingNumber: target.value })}
      />
      <Field
        label="Tracking link"
        type="url"
        value={tracking.trackingLink}
        maxLength={500}
        hint="All three are optional."
        error={errors['trackingLink']}
        onChange={({ target }) => onChange({ ...tracking, trackingLink: target.value })}
      />
    </>
  )
}
