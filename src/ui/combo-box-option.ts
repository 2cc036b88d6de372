export interface ComboBoxOption {
  readonly id: string
  /** What is typed and matched, such as a country's name. */
  readonly name: string
  /** A second, quieter part at the end, such as "+86". */
  readonly detail?: string
}

/** How an option stands in the input, and what typing is compared with. */
export const optionText = ({ name, detail }: ComboBoxOption): string =>
  detail === undefined ? name : `${name} ${detail}`

/** What the input of a closed list shows; empty when nothing is chosen. */
export const chosenText = (options: readonly ComboBoxOption[], selected: string | undefined): string => {
  const option = options.find(({ id }) => id === selected)
  return option === undefined ? '' : optionText(option)
}
