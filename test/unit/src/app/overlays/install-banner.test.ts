import { describe, expect, it } from 'vitest'
import {
  createInstallPrompt,
  decideInstallOffer,
  type InstallFacts,
  installPromptEvent,
} from '#src/app/overlays/install-banner.tsx'

class Offer extends Event {
  asked = 0
  constructor() {
    super('beforeinstallprompt', { cancelable: true })
  }
  prompt = async () => {
    this.asked += 1
    return { outcome: 'accepted' }
  }
}

function open(isInstalled = () => false, early?: Event) {
  // It has the two parts of a window that the prompt uses.
  const page = new EventTarget() as unknown as Window
  let announced = 0
  page.addEventListener(installPromptEvent, () => (announced += 1))
  const prompt = createInstallPrompt(page, early, isInstalled)
  return { page, prompt, announced: () => announced }
}

describe('the browser’s offer to install the app', () => {
  it('goes out as an event if the app is not installed, instead of the browser’s own banner [SW-04]', () => {
    const { page, prompt, announced } = open()
    const offer = new Offer()
    page.dispatchEvent(offer)
    expect([announced(), offer.defaultPrevented, prompt.isOffered.get()]).toEqual([1, true, true])
    const installed = open(() => true)
    installed.page.dispatchEvent(new Offer())
    expect([installed.announced(), installed.prompt.isOffered.get()]).toEqual([0, false])
  })

  it('is taken if the browser made it before the code for it had loaded', () => {
    const { announced, prompt } = open(() => false, new Offer())
    expect([announced(), prompt.isOffered.get()]).toEqual([1, true])
  })

  it('is used once', async () => {
    const { page, prompt } = open()
    const offer = new Offer()
    page.dispatchEvent(offer)
    expect(await prompt.ask()).toBe('accepted')
    expect([offer.asked, prompt.isOffered.get()]).toEqual([1, false])
    await expect(prompt.ask()).rejects.toThrow('INSTALL_PROMPT_NOT_AVAILABLE')
  })

  it('raises INSTALL_PROMPT_NOT_AVAILABLE while the app is installed [SW-15]', async () => {
    let isInstalled = false
    const { page, prompt } = open(() => isInstalled)
    const offer = new Offer()
    page.dispatchEvent(offer)
    isInstalled = true
    await expect(prompt.ask()).rejects.toMatchObject({
      name: 'INSTALL_PROMPT_NOT_AVAILABLE',
      message: 'INSTALL_PROMPT_NOT_AVAILABLE',
    })
    expect(offer.asked).toBe(0)
  })

  it('ends when the app has been installed', () => {
    const { page, prompt } = open()
    page.dispatchEvent(new Offer())
    page.dispatchEvent(new Event('appinstalled'))
    expect(prompt.isOffered.get()).toBe(false)
  })
})

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${webKit} Version/17.4 Mobile/15E148 Safari/604.1`
const ipad = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/17.4 Safari/605.1.15`
const android =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

const phone: InstallFacts = {
  userAgent: android,
  touchPoints: 5,
  isInstalled: false,
  isEmbedded: false,
  isDesktop: false,
  isOffered: false,
  hasBeenUsed: true,
}

describe('the offer of the app', () => {
  it.each([
    ['an iPhone', iphone],
    ['an iPad', ipad],
  ])('is a guide on %s, with and without a prompt event [SW-12]', (_, userAgent) => {
    for (const isOffered of [true, false])
      expect(decideInstallOffer({ ...phone, userAgent, isOffered })).toBe('guide')
  })

  it('is the browser’s prompt elsewhere, after a prompt event [SW-13]', () => {
    expect(decideInstallOffer(phone)).toBe('hidden')
    expect(decideInstallOffer({ ...phone, isOffered: true })).toBe('prompt')
    // A computer with a narrow window.
    expect(decideInstallOffer({ ...phone, userAgent: ipad, touchPoints: 0, isOffered: true })).toBe('prompt')
  })

  it.each<[string, Partial<InstallFacts>]>([
    ['on desktop', { isDesktop: true }],
    ['in an embedding app', { isEmbedded: true }],
    ['in an unknown browser', { userAgent: `${android} OPR/80.0` }],
    ['in a browser that says nothing', { userAgent: '' }],
    ['in the installed app', { isInstalled: true }],
    ['before the page has been used', { hasBeenUsed: false }],
  ])('is hidden %s, on iOS too (DEC-92) [SW-14]', (_, facts) => {
    expect(decideInstallOffer({ ...phone, isOffered: true, ...facts })).toBe('hidden')
    if (facts.userAgent === undefined)
      expect(decideInstallOffer({ ...phone, userAgent: iphone, ...facts })).toBe('hidden')
  })
})
