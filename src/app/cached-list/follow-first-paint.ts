/**
 * The app is ready to go somewhere: where somebody wanted to who clicked in the picture of the list, and from now on at once. The
 * picture was painted by another script, so that its element is all they share.
 */
export function followCachedListClicks(goTo: (href: string) => void): void {
  const over = document.querySelector<HTMLElement>('.cached-list')
  if (!over) return
  const follow = () => {
    const { wanted } = over.dataset
    if (wanted !== undefined) goTo(wanted)
  }
  new MutationObserver(follow).observe(over, { attributeFilter: ['data-wanted'] })
  follow()
}
