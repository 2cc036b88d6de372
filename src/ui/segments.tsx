import { Label, Radio, RadioGroup } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './segments.module.css'

export interface Segment {
  readonly id: string
  readonly label: string
}

/** A segmented control: a few options, one selected. */
export const Segments = ({ label, items, selected, onSelect }: SegmentsProps) => (
  <RadioGroup
    value={selected}
    onChange={onSelect}
    orientation="horizontal"
    className={classNames(styles.group)}
  >
    <Label className={classNames(styles.label)}>{label}</Label>
    <div className={styles.row}>
      {items.map((item) => (
        <Radio key={item.id} value={item.id} className={classNames(styles.segment)}>
          {item.label}
        </Radio>
      ))}
    </div>
  </RadioGroup>
)

interface SegmentsProps {
  readonly label: string
  readonly items: readonly Segment[]
  readonly selected: string
  readonly onSelect: (id: string) => void
}
