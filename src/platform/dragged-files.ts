/** Whether a drag or drop contains files. */
export const hasFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') === true

/** Keeps the browser from opening a file that is dropped where no element accepts it. */
export const keepPageOnDrop = (page: Pick<Window, 'addEventListener'>): void => {
  page.addEventListener('dragover', (event) => {
    if (!hasFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  })
  page.addEventListener('drop', (event) => {
    if (hasFiles(event)) event.preventDefault()
  })
}
