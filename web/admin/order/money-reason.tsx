import CheckedGateway from './checked-gateway.tsx'
import type { OrderTask } from './order-dialog.tsx'
import StaffOnlyField from './staff-only-field.tsx'

/** Why money is returned, and whether staff checked the gateway: a part of the request. */
export interface MoneyReasonValue {
  reason: string
  checkedGateway: boolean
}

/** Before anything is typed. */
export const NO_REASON: MoneyReasonValue = { reason: '', checkedGateway: false }

interface MoneyReasonProps extends Pick<OrderTask, 'order'> {
  value: MoneyReasonValue
  errors: Readonly<Record<string, string>>
  onChange: (value: MoneyReasonValue) => void
}

/** The end of a dialog that returns money: the unconfirmed refunds, if there are any, and the reason. */
export default function MoneyReason({ order, value, errors, onChange }: MoneyReasonProps) {
  return (
    <>
      <CheckedGateway
        order={order}
        checked={value.checkedGateway}
        error={errors['checkedGateway']}
        onChange={(checkedGateway) => onChange({ ...value, checkedGateway })}
      />
      <StaffOnlyField
        label="Reason"
        value={value.reason}
        error={errors['reason']}
        onChange={(reason) => onChange({ ...value, reason })}
      />
    </>
  )
}
