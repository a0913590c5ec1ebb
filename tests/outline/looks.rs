//! The closer look and locating, in a real page.

use super::chromium::{Chromium, World};
use super::site::Site;
use handback::outline::{Options, Page, Reason, Refs, Tree, build};
use serde_json::Value;

async fn found(world: &World<'_>, query: &str) -> Value {
    serde_json::from_str(&world.text(&format!("hb.find({query})")).await).unwrap()
}

async fn look(world: &World<'_>, css: &str) -> Value {
    let asked =
        format!("hb.look([hb.idOf(document.querySelector({css:?}))], {{boxes: true, selectors: true}})");
    serde_json::from_str::<Value>(&world.text(&asked).await).unwrap()[0].clone()
}

/// Puts markup into an empty page.
async fn show<'b>(browser: &'b Chromium, site: &Site, html: &str) -> World<'b> {
    let world = browser.open(&format!("{}/pages/map.html", site.base)).await;
    browser.in_page(&format!("document.body.innerHTML = {}", Value::from(html))).await;
    world
}

#[tokio::test]
async fn a_look_says_why_something_cannot_be_used() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    let world = show(&browser, &site, r#"
        <style>#over { position: fixed; left: 0; top: 0; width: 400px; height: 100px; background: #fff } #menu { display: none } .m:hover #menu { display: block }
          #far { position: absolute; left: -5000px } #zero { width: 0; height: 0; padding: 0; border: 0; overflow: hidden } #collapsed { display: none }</style>
        <div id="over" role="dialog" aria-label="Cookies"><button id="ok">Accept</button></div>
        <div style="height: 60px"></div><button id="under">Under</button><div style="height: 200px"></div>
        <div class="m"><span>Menu</span><div id="menu"><button id="hovered">Hovered</button></div></div>
        <button id="opener" aria-expanded="false" aria-controls="collapsed">Open</button><div id="collapsed"><button id="inside">Inside</button></div>
        <details><summary id="sum">More</summary><button id="folded">Folded</button></details>
        <button id="far">Far</button><button id="zero"></button><div inert><button id="inert">Inert</button></div>
        <div style="height: 3000px"></div><button id="below">Below</button>"#).await;
    assert_eq!(look(&world, "#ok").await.get("why"), None);
    let under = look(&world, "#under").await;
    assert_eq!(
        (&under["why"], &under["block"]["name"]),
        (&Value::from("covered"), &Value::from("Cookies")),
        "{under}"
    );
    let hovered = look(&world, "#hovered").await;
    assert_eq!(
        (&hovered["why"], &hovered["by"]["with"]),
        (&Value::from("hidden"), &Value::from("hover")),
        "{hovered}"
    );
    assert_eq!(hovered["block"]["is"], "div#menu");
    let inside = look(&world, "#inside").await;
    assert_eq!(
        (&inside["by"]["name"], &inside["by"]["with"]),
        (&Value::from("Open"), &Value::from("click")),
        "{inside}"
    );
    assert_eq!(look(&world, "#folded").await["by"]["name"], "More");
    let far = look(&world, "#far").await;
    assert_eq!((&far["why"], &far["far"]), (&Value::from("offscreen"), &Value::from(true)), "{far}");
    assert_eq!(look(&world, "#zero").await["why"], "zero_size");
    assert_eq!(look(&world, "#inert").await["why"], "inert");
    let below = look(&world, "#below").await;
    assert_eq!((&below["why"], below.get("far")), (&Value::from("offscreen"), None), "{below}");
    let gone = world.text("(() => { const n = hb.idOf(document.querySelector('#ok')); document.querySelector('#ok').remove(); return hb.look([n]) })()");
    assert!(gone.await.contains("\"gone\":true"));
}

#[tokio::test]
async fn selectors_match_their_element_alone() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    for page in ["shop", "table", "spa", "mail"] {
        let world = browser.open(&format!("{}/pages/{page}.html", site.base)).await;
        world.run("hb.walk({}).length").await;
        let wrong = world.run(r"(() => {
            const wrong = [];
            for (let n = 1; hb.elementOf(n); n++) {
                const [look] = JSON.parse(hb.look([n], { selectors: true }));
                const found = JSON.parse(hb.find(look.css !== undefined ? { css: look.css } : { xpath: look.xpath }));
                if (found.total !== 1 || found.found[0].n !== n) wrong.push(JSON.stringify(look) + found.total);
            }
            return wrong.concat(hb.elementOf(5) ? [] : ['the page was empty']);
        })()").await;
        assert_eq!(wrong, Value::from(Vec::<String>::new()), "{page}");
    }
}

#[tokio::test]
async fn things_are_found_by_what_people_call_them() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    let world = browser.open(&format!("{}/pages/shop.html", site.base)).await;
    let names = |answer: &Value| -> Vec<String> {
        answer["found"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(&found(&world, "{role:'button', name:'search'}").await), ["Search"]);
    assert_eq!(found(&world, "{role:'button', name:'Add to basket'}").await["total"], 5);
    assert_eq!(names(&found(&world, "{label:'Your email'}").await), ["Your email"]);
    assert_eq!(names(&found(&world, "{text:'Sold out'}").await), ["Sold out"]);
    assert_eq!(names(&found(&world, "{role:'link', name:'basket'}").await), ["Basket with 2 items"]);
    assert_eq!(found(&world, "{role:'link', name:'basket', exact:true}").await["total"], 0);
    assert_eq!(found(&world, "{css:'li > article'}").await["total"], 6);
    assert_eq!(found(&world, "{xpath:'//h3'}").await["total"], 6);
    assert_eq!(found(&world, "{css:'li >'}").await["error"], "css");
    let spa = browser.open(&format!("{}/pages/spa.html", site.base)).await;
    assert_eq!(names(&found(&spa, "{role:'button', name:'Edit Card 5'}").await), ["Edit Card 5"]);
    assert_eq!(found(&spa, "{css:'x-app >>> h1'}").await["total"], 1);
}

#[tokio::test]
async fn an_outline_takes_looks_in() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    let world = browser.open(&format!("{}/pages/shop.html", site.base)).await;
    let walk = world.text("hb.walk({})").await;
    let mut refs = Refs::new();
    let page = Page::new("document", Tree::parse(&walk).unwrap());
    let mut outline = build(&page, &Options::default(), &mut refs);
    let asked: Vec<u32> = outline.to_look_at().into_iter().flat_map(|(_, numbers)| numbers).collect();
    assert_eq!(asked.len(), outline.entries().filter(|entry| entry.node().is_some()).count());
    let looks = world.text(&format!("hb.look({asked:?}, {{boxes: true, selectors: true}})")).await;
    outline.add_looks("document", &looks, &mut refs).unwrap();
    let json = serde_json::to_value(outline.elements()).unwrap();
    for element in json.as_array().unwrap() {
        assert!(element["visible"].is_boolean() || element["role"] == "text", "{element}");
        let selectors = [element.get("css"), element.get("xpath")].iter().flatten().count();
        assert!(selectors == 1 || element["role"] == "text", "{element}");
    }
    let reasons: Vec<_> = outline.entries().filter_map(|entry| entry.verdict()?.reason).collect();
    assert!(reasons.contains(&Reason::Offscreen { far: false }));
    assert!(outline.add_looks("document", "no list", &mut refs).is_err());
}

#[tokio::test]
async fn a_bound_ends_a_walk_and_keeps_controls() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    let world = browser.open(&format!("{}/pages/table.html", site.base)).await;
    let cut: Value = serde_json::from_str(&world.text("hb.walk({nodes: 200})").await).unwrap();
    let whole: Value = serde_json::from_str(&world.text("hb.walk({})").await).unwrap();
    let names = |walk: &Value| -> Vec<String> {
        walk["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|node| node[4].as_str().map(str::to_owned))
            .collect()
    };
    assert!(cut["left"]["cut"].as_u64().unwrap() > 100 && whole["left"]["cut"] == 0);
    assert!(names(&cut).contains(&"Export".to_owned()), "the button after the table");
    assert!(names(&cut).len() < names(&whole).len());
    assert_eq!(cut["revision"], 0, "a cut walk is no base");
    let within = world.text("hb.walk({within: hb.idOf(document.querySelector('[role=grid]'))})").await;
    assert!(within.contains("Seats") && !within.contains("Export"));
}

#[tokio::test]
async fn pages_made_to_exhaust_are_told_all_the_same() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    let world = browser.open(&format!("{}/pages/map.html", site.base)).await;
    // Roles that ask their surroundings, values within values and labels in circles, hundreds of levels deep.
    browser.in_page(r"
        const deep = (role, count) => { let at = document.body; for (let i = 0; i < count; i++) { const next = document.createElement('div'); next.setAttribute('role', role); at.append(next); at = next; } at.append('end of ' + role); };
        for (const role of ['option', 'listitem', 'treeitem', 'combobox', 'button', 'link', 'heading', 'group', 'row']) deep(role, 600);
        let html = ''; for (let i = 0; i < 40; i++) html += `<label for=c${i}>${Array.from({ length: 40 }, (_, k) => `<input type=checkbox id=c${(i + k) % 40}>`).join('')}</label>`;
        document.body.insertAdjacentHTML('beforeend', html);
        document.body.insertAdjacentHTML('beforeend', '<div id=o1 role=group aria-owns=o2></div><div id=o2 role=group aria-owns=o3></div><div id=o3 role=group aria-owns=o1></div><button>Last</button>')").await;
    let started = std::time::Instant::now();
    let walk = world.text("hb.walk({})").await;
    assert!(walk.contains("\"Last\"") && walk.contains("end of link"));
    assert!(started.elapsed().as_secs() < 15, "{:?}", started.elapsed());
}

#[tokio::test]
async fn what_is_beyond_measure_is_cut() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    let world = browser.open(&format!("{}/pages/map.html", site.base)).await;
    browser.in_page(r"
        const long = '\ud83d\ude00word '.repeat(40000), many = '9'.repeat(40);
        document.title = long;
        history.replaceState({}, '', '#' + 'x'.repeat(100000));
        document.body.innerHTML = `<button aria-label='${long}' aria-description='${long}' aria-haspopup='${long}'>x</button><input value='${long}' aria-label=i>
          <h2 aria-level='${many}'>h</h2><div role=treeitem></div><div role=grid aria-label=g aria-rowcount='${many}' aria-colcount='-${many}'></div>
          <div role=article aria-label=a aria-posinset='${many}' aria-setsize='1e5'></div><select aria-label=s>${'<option>o'.repeat(3000)}</select><p>${long}</p>`;").await;
    let walk = world.text("hb.walk({addresses: true})").await;
    let tree = Tree::parse(&walk).unwrap();
    assert!(walk.len() < 60_000, "{} bytes", walk.len());
    let page = Page::new("document", tree);
    let outline = build(&page, &Options { interactive: false, ..Options::default() }, &mut Refs::new());
    let text = outline.text("x");
    assert!(text.contains("button \"") && text.contains("combobox \"s\"") && text.len() < 8_000, "{text}");
}

#[tokio::test]
async fn secrets_stay_in_the_page() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    let world = browser.open(&format!("{}/pages/rule-secrets.html", site.base)).await;
    browser.in_page("document.getElementById('toggle').type = 'text'").await;
    let walk = world.text("hb.walk({})").await;
    let told = walk
        + &world.text("hb.find({css: 'input,textarea'})").await
        + &world.text("hb.find({text: 'hunter2'})").await;
    for secret in
        ["hunter2", "123456", "4111111111111111", "12/31", "987", "4111 1111 1111 1111", "dotted", "toggled"]
    {
        assert!(!told.contains(secret), "{secret} got out");
    }
    assert!(told.contains("visible") && told.contains("4111 1111 1111 1112"), "what is no secret is told");
}
