(() => {
	const bad = [];
	const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length > 0;
	// Nobody presses these: they say what Enter does in a form.
	const unreachable = (e) => e.tabIndex < 0 && e.closest("[aria-hidden=true]") !== null;
	const where = (e) => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (e.name ? "[name=" + e.name + "]" : "") +
		" " + JSON.stringify((e.textContent ?? "").trim().slice(0, 30));
	const labels = (e) => [...(e.labels ?? [])].map((l) => l.textContent.trim()).join("");
	const labelled = (e) => (e.getAttribute("aria-labelledby") ?? "").split(" ")
		.map((id) => document.getElementById(id)?.textContent ?? "").join("");
	const named = (e) => e.getAttribute("aria-label") || e.title || e.textContent.trim() || labels(e) || labelled(e) ||
		e.querySelector("img[alt]:not([alt=''])")?.alt;
	for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a[href]")) {
		if (seen(e) && !unreachable(e) && !named(e)) bad.push("no name: " + where(e));
	}
	for (const e of document.querySelectorAll("img:not([alt])")) bad.push("no words: " + e.src);
	const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
	for (const id of new Set(ids)) if (ids.filter((i) => i === id).length > 1) bad.push("twice: #" + id);
	if (document.querySelectorAll("main").length !== 1 || !document.documentElement.lang || !document.title) {
		bad.push("no main part, language or title");
	}
	let level = 0;
	for (const h of document.querySelectorAll("h1, h2, h3, h4")) {
		const n = Number(h.tagName[1]);
		if (n > level + 1) bad.push("a heading skips a level: " + where(h));
		level = n;
	}
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const rgb = (color, under) => {
		canvas.fillStyle = under; canvas.fillRect(0, 0, 1, 1);
		canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
	};
	const linear = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
	const light = (c) => c.map(linear).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const ground = (e) => {
		const layers = [];
		for (; e; e = e.parentElement) layers.push(getComputedStyle(e).backgroundColor);
		return layers.reverse().reduce((under, layer) => "rgb(" + rgb(layer, under).join() + ")", "rgb(255,255,255)");
	};
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; (n = walker.nextNode());) {
		const e = n.parentElement;
		const exempt = "script, style, noscript, [disabled], option, .skip, .sr";
		if (!n.data.trim() || !seen(e) || e.closest(exempt)) continue;
		const style = getComputedStyle(e), under = ground(e);
		const a = light(rgb(style.color, under)), b = light(rgb(under, under));
		const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		const size = parseFloat(style.fontSize);
		const large = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
		if (contrast < (large ? 3 : 4.5)) bad.push("contrast " + contrast.toFixed(2) + ": " + where(e));
	}
	if (matchMedia("(pointer: coarse)").matches) {
		const targets = "button, input:not([type=hidden], [type=checkbox], [type=radio]), select, summary, .menu a, .button";
		for (const e of document.querySelectorAll(targets)) {
			const r = e.getBoundingClientRect();
			if (!seen(e) || unreachable(e) || e.closest(".movelist, .solution-tree, .engine li, .palette")) continue;
			if (r.height < 43.5 || r.width < 43.5) {
				bad.push("small (" + Math.round(r.width) + "×" + Math.round(r.height) + "): " + where(e));
			}
		}
	}
	return bad;
})()
