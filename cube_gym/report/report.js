"use strict";
// Whatever was recorded is data: it is only ever put into the page as text.
(() => {
  const episodes = JSON.parse(document.getElementById("list").textContent);
  const list = document.getElementById("episodes");
  const player = document.getElementById("player");
  const search = document.getElementById("search");
  const STATUS = ["failure", "success", "fault"];
  let shown = [], chosen = -1, step = 0, film = null, status = null;

  const { node, drawScreen } = window.cubeScreen;
  const compact = (value) => (typeof value === "string" ? JSON.stringify(value) : JSON.stringify(value) ?? "");
  const plain = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 1));

  // --- the list ---
  const describe = (episode) => {
    if (episode.problem) return `${episode.end}: ${episode.problem}`;
    const end = { finished: "finished", steps: "steps used up" }[episode.end] ?? episode.end;
    return `${end}, reward ${episode.reward}`;
  };
  const drawList = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = episodes.map((_, index) => index).filter((index) => {
      const episode = episodes[index];
      const text = `${episode.task_id} ${episode.seed} ${describe(episode)}`.toLowerCase();
      return (!status || episode.status === status) && words.every((word) => text.includes(word));
    });
    list.replaceChildren(...shown.map((index) => {
      const episode = episodes[index];
      return node("li", { class: episode.status, "data-index": index, "aria-current": index === chosen, title: describe(episode) },
        node("div", { class: "name" }, node("span", {}, episode.task_id), node("span", {}, `seed ${episode.seed}`)),
        node("small", {}, `${episode.steps} steps · ${describe(episode)}`));
    }));
    if (!shown.length) list.append(node("li", {}, "No episode fits."));
  };
  const drawChips = () => {
    const chips = STATUS.filter((name) => episodes.some((episode) => episode.status === name));
    document.getElementById("chips").replaceChildren(...chips.map((name) =>
      node("button", {
        class: "chip", type: "button", "aria-pressed": status === name,
        onclick: () => { status = status === name ? null : name; drawChips(); drawList(); },
      }, `${name} ${episodes.filter((episode) => episode.status === name).length}`)));
  };

  // --- an episode ---
  const unpack = async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  };
  const open = async (index, at = 0) => {
    chosen = index;
    const holder = document.getElementById(`film-${index}`);
    const loaded = holder ? await unpack(holder.textContent) : { goal: "", frames: [], screens: [], said: [] };
    if (chosen !== index) return;  // another one was chosen meanwhile
    film = loaded;
    step = Math.min(Math.max(at, 0), Math.max(film.frames.length - 1, 0));
    for (const item of list.children) {
      const current = Number(item.dataset.index) === index;
      item.setAttribute("aria-current", current);
      if (current) item.scrollIntoView({ block: "nearest" });
    }
    draw();
  };
  const go = (to) => {
    if (film === null || to < 0 || to >= film.frames.length || to === step) return;
    step = to;
    draw();
  };
  const turn = (by) => {
    const next = shown[shown.indexOf(chosen) + by];
    if (next !== undefined) open(next);
  };

  const draw = () => {
    const episode = episodes[chosen], last = film.frames.length - 1;
    const focused = document.activeElement?.dataset?.control;
    const verdict = node("span", { class: `verdict ${episode.status}` }, episode.status);
    const head = [node("h2", {}, `${episode.task_id}, seed ${episode.seed}`, verdict),
      film.goal ? node("p", { class: "goal" }, film.goal) : null,
      episode.problem ? node("p", { class: "problem" }, `${episode.end}: ${episode.problem}`) : null];
    if (last < 0) {
      player.replaceChildren(...head.filter(Boolean), node("p", { class: "hint" }, "No step of it was recorded."));
    } else {
      const frame = film.frames[step];
      player.replaceChildren(...head.filter(Boolean), controls(last),
        node("div", { class: "stage" }, node("div", {}, canvas(frame)), node("div", { class: "facts" }, ...facts(frame, episode, last))));
    }
    history.replaceState(null, "", `#${chosen}.${step}`);
    if (focused) player.querySelector(`[data-control="${focused}"]`)?.focus();
  };
  const controls = (last) => {
    const slider = node("input", { type: "range", min: 0, max: last, value: step, "aria-label": "Step", "data-control": "slider", oninput: (event) => go(Number(event.target.value)) });
    const back = node("button", { type: "button", "aria-label": "Step back", "data-control": "back", onclick: () => go(step - 1) }, "←");
    const on = node("button", { type: "button", "aria-label": "Step on", "data-control": "on", onclick: () => go(step + 1) }, "→");
    back.disabled = step === 0;
    on.disabled = step === last;
    return node("div", { class: "controls" }, back, slider, on, node("output", {}, step === last ? `end, ${last} turns` : `turn ${step + 1} of ${last}`));
  };

  const canvas = (frame) => drawScreen({
    screen: frame.screen === undefined ? null : film.screens[frame.screen],
    source: frame.picture && document.getElementById(`picture-${frame.picture}`)?.textContent,
    size: frame.size, text: frame.text, touched: frame.touched,
  });

  // --- what there is to know ---
  const fact = (title, ...children) => node("div", { class: "fact" }, node("h3", {}, title), ...children);
  const facts = (frame, episode, last) => {
    const found = [];
    if (frame.actions) {
      const lines = frame.actions.map((action) => {
        const given = Object.entries(action.arguments ?? {}).map(([name, value]) => `${name}=${compact(value)}`).join(", ");
        return node("p", { class: "action" }, `${action.name}(`, node("span", {}, given), ")");
      });
      if (frame.error) lines.push(node("p", { class: "error" }, frame.error));
      found.push(fact(`Action${frame.outcome === "ok" ? "" : `: ${frame.outcome.replaceAll("_", " ")}`}`, ...lines));
      const answer = film.frames[step + 1]?.told;
      if (answer && !frame.error) found.push(fact("Answer", node("pre", {}, answer.join("\n"))));
    }
    if (step === last) found.push(...ending(frame, episode));
    if (frame.messages) found.push(fact("The agent", ...messages(frame.messages)));
    if (frame.world) found.push(fact("World", world(frame.world, step ? film.frames[step - 1].world : null)));
    if (frame.text && (frame.screen !== undefined || frame.picture)) found.push(fact("Screen as text", node("pre", {}, frame.text)));
    return found;
  };
  const ending = (frame, episode) => {
    const found = [fact("End", node("p", {}, `${describe(episode)}. ${episode.steps} steps, ${episode.turns} turns, ${episode.seconds.toFixed(2)} s` +
      `${episode.attempts > 1 ? `, ${episode.attempts} attempts` : ""}${episode.input_tokens == null ? "" : `, ${episode.input_tokens} + ${episode.output_tokens} tokens`}${episode.cost == null ? "" : `, cost ${episode.cost.toFixed(4)}`}.`))];
    if (film.said.length) found.push(fact("The agent, at last", ...messages(film.said)));
    const told = Object.entries(episode.details ?? {});
    if (told.length) found.push(fact("Verifier", ...told.flatMap(([name, value]) => predicates(name, value))));
    return found;
  };
  const predicates = (name, value) => {
    if (typeof value === "boolean") return [node("p", { class: `predicate ${value ? "met" : ""}` }, name)];
    const flat = value && typeof value === "object" && !Array.isArray(value) && Object.values(value).length && Object.values(value).every((one) => typeof one === "boolean");
    if (flat) return Object.entries(value).flatMap(([inner, one]) => predicates(inner, one));
    if (value === null || (Array.isArray(value) && !value.length)) return [];
    return [node("p", {}, `${name}: ${typeof value === "object" ? plain(value) : value}`)];
  };
  const messages = (said) => said.map((message) => {
    const calls = (message.tool_calls ?? []).map((call) => `${call.function.name}(${call.function.arguments})`).join("\n");
    const body = [typeof message.content === "string" ? message.content : message.content && plain(message.content), calls].filter(Boolean).join("\n");
    return node("div", {}, node("span", { class: "role" }, message.role), node("pre", {}, body));
  });
  const world = (now, before) => {
    const rows = { app: now.current_app, page: now.current_page, ...now.variables };
    const old = before ? { app: before.current_app, page: before.current_page, ...before.variables } : rows;
    return node("dl", { class: "world" }, ...Object.entries(rows).filter(([, value]) => value !== null).flatMap(([name, value]) => {
      const changed = JSON.stringify(old[name]) !== JSON.stringify(value);
      return [node("dt", {}, name), node("dd", {}, node("span", changed ? { class: "changed", title: `before: ${plain(old[name] ?? null)}` } : {}, plain(value)))];
    }));
  };

  // --- what the reader does ---
  list.addEventListener("click", (event) => {
    const item = event.target.closest("li[data-index]");
    if (item) { open(Number(item.dataset.index)).then(() => { if (innerWidth <= 800) player.scrollIntoView(); }); }
  });
  search.addEventListener("input", drawList);
  document.querySelectorAll("tr[data-filter]").forEach((row) => row.addEventListener("click", () => { search.value = row.dataset.filter; drawList(); if (shown.length) open(shown[0]); }));
  document.addEventListener("keydown", (event) => {
    if (event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowLeft: () => go(step - 1), ArrowRight: () => go(step + 1), ArrowUp: () => turn(-1), ArrowDown: () => turn(1), Home: () => go(0), End: () => go(film.frames.length - 1) };
    if (event.key in moves && film) { event.preventDefault(); moves[event.key](); }
  });
  drawChips();
  drawList();
  const asked = /^#(\d+)\.(\d+)$/.exec(location.hash);
  if (episodes.length) open(asked && Number(asked[1]) < episodes.length ? Number(asked[1]) : 0, asked ? Number(asked[2]) : 0);
})();
