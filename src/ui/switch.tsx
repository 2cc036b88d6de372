import { Switch as AriaSwitch } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './switch.module.css'

/** A switch whose change applies immediately. */
export const Switch = ({ label, description, isOn, isDisabled = false, onChange }: SwitchProps) => (
  <AriaSwitch
    isSelected={isOn ?? false}
    isReadOnly={isOn === undefined}
    isDisabled={isDisabled}
    onChange={onChange}
    className={classNames(styles.switch)}
  >
    <span className={styles.label}>
      {label}
      {description !== undefined && <span className={styles.description}>{description}</span>}
    </span>
    <span className={styles.track} data-loading={isOn === undefined || undefined} aria-hidden="true">
      <span className={styles.thumb} />
    </span>
  </AriaSwitch>
)

interface SwitchProps {
  readonly label: string
  /** What it does, below the label; part of the accessible name. */
  readonly description?: string
  readonly isDisabled?: boolean
  /** Undefined while loading: the switch has its place, and cannot be changed yet. */
  readonly isOn: boolean | undefined
  readonly onChange: (isOn: boolean) => void
}
