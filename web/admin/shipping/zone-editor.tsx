import { COUNTRIES } from '#domain/places/countries.ts'
import { regionsOf } from '#domain/places/regions.ts'
import * as fieldWords from '#words/en/checkout/fields.ts'
import { EVERYWHERE } from '#domain/checkout/shipping/shipping-tariff.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import MethodEditor from './method-editor.tsx'
import { newMethod, newPlace, type PlaceDraft, type ZoneDraft } from './shipping-draft.ts'
import styles from './shipping.module.css'
import { faultAt, type Faults } from '#web/admin/document/use-document.ts'

interface Props {
  zone: ZoneDraft
  /** Of its fields: `zones/0`. */
  path: string
  errors: Faults
  onChange: (zone: ZoneDraft) => void
  onRemove: (() => void) | null
}

/** A zone: where it is, and the methods with their rates. */
export default function ZoneEditor({ zone, path, errors, onChange, onRemove }: Props) {
  const { name, places, methods } = zone
  const put = (at: number, place: PlaceDraft) => onChange({ ...zone, places: places.with(at, place) })
  const title = name.trim() || 'New zone'
  return (
    <section className={styles.zone} aria-label={`Zone ${title}`}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {onRemove && (
          <Button tone="plain" onClick={onRemove}>
            Remove<span className="visually-hidden"> zone {title}</span>
          </Button>
        )}
      </div>
      <Field
        label="Name of the zone"
        value={name}
        maxLength={60}
        autoComplete="off"
        error={errors[`${path}/name`]}
        hint="Only staff see it."
        onChange={({ target }) => onChange({ ...zone, name: target.value })}
      />
      <h4>Where</h4>
      {errors[`${path}/places`] && (
        <p role="alert" className={styles.error}>
          {errors[`${path}/places`]}
        </p>
      )}
      {places.map((place, at) => (
        <PlaceFields
          key={place.key}
          place={place}
          error={(field) => faultAt(errors, `${path}/places/${at}/${field}`)}
          onChange={(changed) => put(at, changed)}
          onRemove={() => onChange({ ...zone, places: places.toSpliced(at, 1) })}
        />
      ))}
      <div>
        <Button tone="plain" onClick={() => onChange({ ...zone, places: [...places, newPlace('CA')] })}>
          Add a place
        </Button>
      </div>
      <h4>Methods</h4>
      {errors[`${path}/methods`] && (
        <p role="alert" className={styles.error}>
          {errors[`${path}/methods`]}
        </p>
      )}
      {methods.map((method, at) => (
        <MethodEditor
          key={method.id}
          method={method}
          path={`${path}/methods/${at}`}
          errors={errors}
          onChange={(changed) => onChange({ ...zone, methods: methods.with(at, changed) })}
          onRemove={() => onChange({ ...zone, methods: methods.toSpliced(at, 1) })}
        />
      ))}
      <div>
        <Button tone="plain" onClick={() => onChange({ ...zone, methods: [...methods, newMethod()] })}>
          Add a method
        </Button>
      </div>
    </section>
  )
}

interface PlaceProps {
  place: PlaceDraft
  error: (field: string) => string | undefined
  onChange: (place: PlaceDraft) => void
  onRemove: () => void
}

function PlaceFields({ place, error, onChange, onRemove }: PlaceProps) {
  const { country, region, postal } = place
  const regions = regionsOf(country)
  return (
    <div className={styles.row}>
      <Select
        label="Country"
        value={country}
        error={error('country')}
        onChange={({ target }) => onChange({ ...place, country: target.value, region: '' })}
      >
        <option value={EVERYWHERE}>Every other country</option>
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {regions && (
        <Select
          label={fieldWords.regions[regions.kind]}
          value={region}
          error={error('region')}
          onChange={({ target }) => onChange({ ...place, region: target.value })}
        >
          <option value="">All</option>
          {regions.names.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      )}
      {country !== EVERYWHERE && region === '' && (
        <Field
          label="Postal codes that begin with"
          value={postal}
          placeholder="All"
          autoComplete="off"
          error={error('postal')}
          onChange={({ target }) => onChange({ ...place, postal: target.value })}
        />
      )}
      <Button tone="plain" onClick={onRemove}>
        Remove<span className="visually-hidden"> this place</span>
      </Button>
    </div>
  )
}
