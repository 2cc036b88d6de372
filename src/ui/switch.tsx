import { Switch as AriaSwitch } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './switch.module.css'

/** A switch whose change applies immediately. */
export const Switch = ({ label, isOn, onChange }: SwitchProps) => (
  <AriaSwitch isSelected={isOn} onChange={onChange} className={classNames(styles.switch)}>
    <span className={styles.label}>{label}</span>
    <span className={styles.track} aria-hidden="true">
      <span className={styles.thumb} />
    </span>
  </AriaSwitch>
)

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}
