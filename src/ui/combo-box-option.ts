export interface ComboBoxOption {
  readonly id: string
  /** The text to match, such as a country's name. */
  readonly name: string
  /** A secondary text at the end, such as "+86". */
  readonly detail?: string
}

/** Returns the text of an option in the input, which is also the text to match. */
export const optionText = ({ name, detail }: ComboBoxOption): string =>
  detail === undefined ? name : `${name} ${detail}`

/** Returns the input's text of a closed combo box; empty if nothing is selected. */
export const selectedText = (options: readonly ComboBoxOption[], selected: string | undefined): string => {
  const option = options.find(({ id }) => id === selected)
  return option === undefined ? '' : optionText(option)
}
