/** A control of a screen that was pressed, by its role, name and, for links, target. */
export interface WalkRequest {
  /** The address of the screen. */
  readonly path: string
  /** Controls that need no press: pressed before on this screen, or excluded. */
  readonly known: readonly string[]
  /** Names of controls that the walk must not press. */
  readonly excluded: readonly string[]
}

export interface WalkResult {
  readonly pressed: readonly string[]
  /** Controls after whose press nothing happened. */
  readonly dead: readonly string[]
}

/**
 * Runs in the page. Opens a screen and presses each of its links, buttons, tabs, switches and menu entries once, those
 * of context menus included, and returns to the screen after each. A control is dead if after its press no address,
 * content, state, focus or file changes, and nothing is copied, opened, played or requested.
 */
export async function pressEverything({ path, known, excluded }: WalkRequest): Promise<WalkResult> {
  const controls =
    'a[href]:not([target="_blank"]), button, [role="button"], [role="tab"], [role="switch"], [role="menuitem"], [role="menuitemradio"]'
  const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
  const states = [
    ...['aria-expanded', 'aria-pressed', 'aria-checked', 'aria-selected', 'aria-current', 'aria-invalid'],
    ...['aria-busy', 'aria-disabled', 'checked', 'hidden', 'open', 'disabled', 'src', 'lang', 'inert'],
    ...['data-state', 'data-selected', 'data-chosen', 'data-theme', 'data-scheme', 'data-filled'],
  ]
  const wait = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration))
  let lastChange = 0
  let effects = 0
  const changed = () => {
    lastChange = performance.now()
    effects += 1
  }
  const observer = new MutationObserver(changed)
  observer.observe(document, {
    ...{ subtree: true, childList: true, characterData: true, attributes: true },
    attributeFilter: states,
  })
  /** Resolves when nothing has changed for a moment. */
  const settle = async (longest: number) => {
    const start = performance.now()
    while (performance.now() - start < longest) {
      await wait(15)
      if (
        performance.now() - Math.max(lastChange, start) > 45 &&
        !document.querySelector('[role="progressbar"]')
      )
        return
    }
  }
  const goTo = async (address: string) => {
    history.pushState(null, '', address)
    await wait(25)
    await settle(1500)
  }
  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\d+/g, '#').trim().slice(0, 60)
  const signatureOf = (element: Element): string => {
    const role = element.getAttribute('role') ?? element.localName
    const list = element.closest('ul, ol, [role="list"], [role="grid"], [role="log"]')
    // The rows of a list are alike.
    if (list && element.localName === 'a') return `link in ${list.getAttribute('aria-label') ?? 'a list'}`
    if (element.closest('[role="grid"], [role="listbox"]')) return `${role} in a grid`
    return `${role} "${nameOf(element)}"`
  }
  const isPressable = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.matches(':disabled, [aria-disabled="true"], [role="tab"][aria-selected="true"]') &&
    // The chosen one of a list of filters is pressed after another one was chosen.
    !element.matches('ul [aria-pressed="true"]') &&
    // A link to the screen that is open leads nowhere else.
    (element as HTMLAnchorElement).href !== location.href &&
    element.closest('[inert], [aria-hidden="true"], [aria-label="Notifications"]') === null &&
    !excluded.some((name) => nameOf(element).startsWith(name))

  const done = new Set(known)
  const pressed: string[] = []
  const dead: string[] = []
  const next = (root: ParentNode): HTMLElement | undefined =>
    [...root.querySelectorAll<HTMLElement>(controls)].find(
      (element) => isPressable(element) && !done.has(signatureOf(element)),
    )
  /** Resolves when a menu shows its entries, whose code may have to load first, or after 5 s. */
  const menuOpens = async () => {
    for (
      let round = 0;
      round < 250 && !document.querySelector('[role="menu"] [role^="menuitem"]');
      round += 1
    )
      await wait(20)
  }
  const press = async (element: HTMLElement): Promise<boolean> => {
    const address = location.href
    const focused = document.activeElement
    const before = effects
    const requests = performance.getEntriesByType('resource').length
    const other = () =>
      location.href !== address ||
      document.activeElement !== focused ||
      performance.getEntriesByType('resource').length > requests
    element.click()
    if (element.matches('[aria-haspopup="menu"]')) await menuOpens()
    // A menu closes after every entry, on a busy machine within a second. Elsewhere a long wait would see other changes.
    const rounds = element.matches('[role^="menuitem"]') ? 150 : 30
    for (let round = 0; round < rounds; round += 1) {
      await wait(20)
      if (effects > before || (document.activeElement !== element && other())) return true
    }
    return location.href !== address
  }
  /** What may have a context menu: messages, and the rows of lists. */
  const items = '[role="log"] article, li a[href]'
  const menuSignatureOf = (item: Element): string =>
    `context menu of ${item.localName === 'article' ? 'a message' : signatureOf(item)}`
  /** Items without such a menu are no dead ends. */
  const openContextMenu = async (item: Element): Promise<true> => {
    const { x, y } = item.getBoundingClientRect()
    const init = { bubbles: true, cancelable: true, clientX: x + 5, clientY: y + 5 }
    // The app cancels the browser's menu where it has its own.
    const hasMenu = !item.dispatchEvent(new MouseEvent('contextmenu', init))
    if (hasMenu) await menuOpens()
    await settle(300)
    return true
  }
  /** The next press or context menu. */
  const nextStep = () => {
    const control = next(document)
    if (control) {
      const isMenuItem = control.getAttribute('role') === 'menuitem'
      return { signature: signatureOf(control), take: () => press(control), isMenuItem }
    }
    const item = [...document.querySelectorAll(items)].find(
      (each) => each.getClientRects().length > 0 && !done.has(menuSignatureOf(each)),
    )
    return item && { signature: menuSignatureOf(item), take: () => openContextMenu(item), isMenuItem: false }
  }
  const closeOverlays = async (ofScreen: number) => {
    for (let count = document.querySelectorAll(overlays).length; count > ofScreen; count -= 1) {
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      target.dispatchEvent(new KeyboardEvent('keyup', { key: 'Escape', bubbles: true }))
      await settle(500)
    }
  }

  // Nothing leaves the page, and what would leave it counts as an effect.
  const leave = (event: Event) => {
    const target =
      event.target instanceof Element ? event.target.closest('a[download], input[type="file"]') : null
    if (target === null) return
    event.preventDefault()
    changed()
  }
  window.addEventListener('click', leave, true)
  const open = () => {
    changed()
    return null
  }
  const noteOnly = async () => changed()
  Object.assign(window, { open })
  HTMLInputElement.prototype.showPicker = changed
  const click = HTMLElement.prototype.click
  // Pickers of files and downloads have elements outside the document.
  for (const { prototype } of [HTMLInputElement, HTMLAnchorElement])
    prototype.click = function (this: HTMLElement) {
      if (this.isConnected) click.call(this)
      else changed()
    }
  HTMLMediaElement.prototype.play = noteOnly
  for (const name of ['write', 'writeText'])
    Object.defineProperty(navigator.clipboard, name, { configurable: true, value: noteOnly })

  performance.clearResourceTimings()
  await goTo(path)
  // Where the path leads elsewhere, that screen has a walk of its own.
  const isElsewhere = location.pathname !== path
  const home = location.href
  const ofScreen = document.querySelectorAll(overlays).length
  for (let count = 0; count < 80 && !isElsewhere; count += 1) {
    const step = nextStep()
    if (step === undefined) break
    const { signature } = step
    const isAlive = await step.take()
    const menu = document.querySelector('[role="menu"]')
    const entry = menu === null ? undefined : next(menu)
    // A menu opens again until each of its entries was pressed.
    if (entry === undefined || step.isMenuItem) {
      done.add(signature)
      pressed.push(signature)
      if (!isAlive) dead.push(signature)
    } else {
      await settle(300)
      // The menu may have been drawn again meanwhile: a press on an element that is gone does nothing.
      const menuNow = document.querySelector('[role="menu"]')
      const current = (menuNow && next(menuNow)) ?? entry
      const entrySignature = signatureOf(current)
      done.add(entrySignature)
      pressed.push(entrySignature)
      if (!(await press(current))) dead.push(entrySignature)
    }
    await settle(400)
    await closeOverlays(ofScreen)
    if (location.href !== home) await goTo(home)
  }
  observer.disconnect()
  window.removeEventListener('click', leave, true)
  return { pressed, dead }
}
