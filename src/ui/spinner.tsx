import { classNames } from './class-names.ts'
import styles from './spinner.module.css'
import { useText } from './use-text.ts'

/** A spinner for indeterminate waits, with an accessible label unless it is decorative. */
export const Spinner = ({ size = 'medium', isDecorative = false }: SpinnerProps) => {
  const text = useText()
  const className = classNames(styles.spinner, size === 'small' && styles.small)
  if (isDecorative) return <span className={className} aria-hidden="true" />
  return <span className={className} role="progressbar" aria-label={text('common.loading')} />
}

interface SpinnerProps {
  readonly size?: 'small' | 'medium'
  readonly isDecorative?: boolean
}
