import { hands } from './hand'
import { expect, test } from './product-test'

const { press, type } = hands.keyboard

test('the keyboard of the journeys fails where a person without a mouse is lost', async ({ page }) => {
  await page.setContent(`
    <button>First</button>
    <button tabindex="-1">Out of reach</button>
    <button style="outline: none">Unseen</button>
    <button onclick="this.remove()">Leaves</button>
    <button>Last</button>
    <div role="dialog" aria-label="Silent"><button>In a dialog</button></div>`)
  const button = (name: string) => page.getByRole('button', { name })
  await expect(press(button('Out of reach'))).rejects.toThrow(/60 keys do not lead to .*Out of reach/)
  await expect(press(button('Unseen'))).rejects.toThrow(/shows that it has the focus/)
  // Its dialog did not take the focus.
  await expect(press(button('In a dialog'))).rejects.toThrow(/in another part of the page/)
  await press(button('Leaves'))
  await expect(press(button('Last'))).rejects.toThrow(/The focus is on nothing after .*Leaves/)
})

test('the keyboard of the journeys moves with Tab and arrow keys, and presses what a person would', async ({
  page,
}) => {
  await page.setContent(`
    <form onsubmit="event.preventDefault(); done.value += ' sent'">
      <label>Name <input value="old"></label>
      <fieldset><legend>Color</legend>
        <label><input type="radio" name="color" checked>Red</label>
        <label><input type="radio" name="color">Green</label>
        <label><input type="radio" name="color">Blue</label>
      </fieldset>
      <label><input type="checkbox">News</label>
      <button>Send</button><a href="#there">There</a>
      <output id="done"></output>
    </form>`)
  await type(page.getByLabel('Name'), 'new')
  await press(page.getByText('Blue'))
  await press(page.getByText('News'))
  await press(page.getByRole('button', { name: 'Send' }))
  await expect(page.locator('#done')).toHaveText(' sent')
  await expect(page.getByLabel('Name')).toHaveValue('new')
  await expect(page.getByRole('radio', { name: 'Blue' })).toBeChecked()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await type(page.getByLabel('Name'), '')
  await expect(page.getByLabel('Name')).toHaveValue('')
  await press(page.getByRole('link', { name: 'There' }))
  await expect(page).toHaveURL(/#there$/)
})
