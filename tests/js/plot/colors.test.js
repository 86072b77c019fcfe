import assert from "node:assert/strict";
import { test } from "node:test";

import { contrast, makeScale, plotlyColorscale, STOP_POSITIONS, textColorOn, toOklab, parseHex } from "../../../static/js/plot/colors.js";
import { DARK, LIGHT } from "../answers.js";

const THEMES = { light: LIGHT, dark: DARK };
const SHARES = Array.from({ length: 201 }, (_, index) => index / 200);

test("contrast is the one of WCAG: 21 for black on white, 4.54 for #767676 on white", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.equal(contrast("#fff", "#fff"), 1);
  assert.equal(contrast("#767676", "#ffffff").toFixed(2), "4.54");
});

for (const [name, theme] of Object.entries(THEMES)) {
  test(`${name}: the stops come back at their positions, the page's own background first`, () => {
    const scale = makeScale(theme.stops);
    STOP_POSITIONS.forEach((position, index) => assert.equal(scale(position), theme.stops[index]));
    assert.equal(scale(0), theme.paper);
    assert.equal(scale(-1), theme.stops[0]);
    assert.equal(scale(2), theme.stops[5]);
  });

  test(`${name}: lightness only goes one way`, () => {
    const scale = makeScale(theme.stops);
    const lightness = SHARES.map((share) => toOklab(parseHex(scale(share)))[0]);
    const sign = Math.sign(lightness[200] - lightness[0]);
    for (let index = 1; index < lightness.length; index += 1) {
      assert.ok(sign * (lightness[index] - lightness[index - 1]) >= -0.002, `at ${SHARES[index]}`);
    }
    assert.ok(Math.abs(lightness[200] - lightness[0]) > 0.6);
  });

  test(`${name}: a number printed on any cell has a contrast of at least 4.5`, () => {
    const scale = makeScale(theme.stops);
    for (const share of SHARES) {
      const background = scale(share);
      assert.ok(contrast(textColorOn(background), background) >= 4.5, `at ${share}`);
    }
  });

  test(`${name}: axis labels and notes have a contrast of at least 4.5 on the page`, () => {
    for (const color of [theme.ink, theme.muted, theme.accent]) assert.ok(contrast(color, theme.paper) >= 4.5, color);
  });

  test(`${name}: what Plotly interpolates in RGB stays within 2 of 255 of the scale`, () => {
    const scale = makeScale(theme.stops);
    const samples = plotlyColorscale(theme.stops);
    assert.equal(samples[0][0], 0);
    assert.equal(samples.at(-1)[0], 1);
    for (let index = 1; index < samples.length; index += 1) {
      const middle = (samples[index - 1][0] + samples[index][0]) / 2;
      const mixed = parseHex(samples[index - 1][1]).map((part, axis) => (part + parseHex(samples[index][1])[axis]) / 2);
      parseHex(scale(middle)).forEach((part, axis) => assert.ok(Math.abs(part - mixed[axis]) * 255 <= 2, `at ${middle}`));
    }
  });
}
