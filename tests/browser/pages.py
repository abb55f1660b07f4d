"""Every page of the site with something on it, found by walking the addresses rather than by remembering them."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse
from playwright.sync_api import Page

from campaigns.demo import demo, demo_books
from campaigns.models import Campaign, Membership
from campaigns.party import party_prints
from characters import actions
from characters.library.edition_updates import new_editions
from characters.models import Character, PartyPrint, PrintJob
from characters.printing import print_jobs
from characters.tables import TableRole
from rules.models import Book
from rules.systems import PACKAGES, every

NO_PAGE = {
    "enter",
    "void_entry",
    *(
        "healthz",
        "manifest",
        "play_worker",
        "pointed",
        "theme",
        "undo",
        "redo",
        "random",
        "marks",
        "roll",
        "export",
        "duplicate",
        "bin",
        "unbin",
        "purge",
    ),
    *(
        "session_notes",
        "stars",
        "put_to_use",
        "rest",
        "undo_play",
        "print_file",
        "print_preview",
        "party_file",
        "restore",
        "what_if",
        "book_deed",
        "book_export",
    ),
    *("fighters_now", "roster_csv", "coverage_csv", "chronicle_file", "calendar_file", "old_campaigns", "old_spells"),
    *("mfa_download_recovery_codes", "mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_deactivate_totp"),
    *("account_confirm_email", "account_reset_password_from_key", "account_reset_password_from_key_done"),
    *("account_confirm_login_code", "account_complete_password_reset", "account_confirm_password_reset_code"),
    *("mfa_authenticate", "mfa_trust", "mfa_login_webauthn", "mfa_edit_webauthn", "mfa_remove_webauthn", "build_start"),
    *("invite", "revoke", "seat", "bring", "leave", "archive", "take_away", "submit", "judge", "answer", "award"),
    "approve_all",
    "turns",
    "coming",
    "dates",
    "date_answer",
    "calendar",
    "crest_image",
    "ask_gm",
    "crowd",
    "campaign_notes",
    "fighter",
    "bring_in",
    *("enter", "void_entry", "read_news", "unshare", "portrait_image", "shared_portrait", "shared_preview"),
}
"""Names that answer no page to a plain visit: what is only posted to, files, and steps in the middle of a way."""

TICKED = "&".join(f"with=picks.personality:{key}" for key in ("schemer", "geek", "champion"))
FOR_STRANGERS = {"account_login", "account_signup", "account_reset_password", "account_reset_password_done"}
"""Pages that send somebody who is logged in away."""


def _names() -> Iterator[tuple[str, int]]:
    """Each name of an address outside the admin, and how many arguments it takes."""

    def walk(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, int]]:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                if pattern.namespace != "admin":
                    yield from walk(pattern.url_patterns)
            elif pattern.name:
                yield pattern.name, pattern.pattern.regex.groups

    return walk(get_resolver().url_patterns)


def _filled(
    jane: Character, cormac: Character, raven: Character, ursula: Character, ishka: Character
) -> dict[str, list[str]]:
    """Addresses of the names that take arguments: a whole character of each game, and one with broken rules."""
    linnet = Character.objects.with_table().get(name="Linnet Vane")
    inn, caravan = (Campaign.objects.get(name=name) for name in (demo.CROSSROADS, demo.CARAVAN))
    evening = caravan.sessions.all()[0]
    steps = [step.key for step in jane.game.steps(jane.read())]
    tried = Character.objects.get(branch_of__name="Neha Okonjo")
    for change in (1, -1) * 16:  # so that its log goes on
        actions.change_play(character=raven, key="injury", change=change, by=raven.owner)
    waiting = print_jobs.request_print(character=jane, options={"paper": "a4"})
    done, failed = (
        PrintJob.objects.create(character=jane, version=jane.version, fingerprint=state, state=state, error=words)
        for state, words in (("done", ""), ("failed", "The sheet could not be laid out."))
    )
    return {
        "sheet": [reverse("sheet", args=[who.pk]) for who in (jane, cormac, raven, ishka, tried, linnet)],
        "play": [reverse("play", args=[who.pk]) for who in (jane, raven, ishka)],
        "play_log": [reverse("play_log", args=[raven.pk]) + more for more in ("", "?page=2")],
        "build": [reverse("build", args=[jane.pk, step]) for step in steps]
        + [reverse("build", args=[cormac.pk, step]) for step in ("species", "abilities", "magic-and-gear")]
        + [reverse("build", args=[raven.pk, step.key]) for step in raven.game.steps(raven.read())]
        + [reverse("build", args=[ishka.pk, step]) for step in ("statistics", "specializations", "styles", "items")],
        "compared": [f"{reverse('compared', args=[jane.pk, 'personality'])}?{query}" for query in ("", TICKED)],
        "budget": [reverse("budget", args=[ishka.pk, "xp"])],
        "rulebook": [reverse("rulebook", args=[jane.pk])],
        "rulebook_kind": [reverse("rulebook_kind", args=[jane.pk, "feature"])],
        "figure": [reverse("figure", args=[jane.pk, "passive-perception"])],
        "house_rules": [reverse("house_rules", args=[who.pk]) for who in (jane, ursula)],
        "spells_of": [reverse("spells_of", args=[who.pk]) for who in (jane, ursula)],
        "cast": [reverse("cast", args=[jane.pk, "lumos"]), reverse("cast", args=[ursula.pk, "transfigure-person"])],
        "odds": [reverse("odds", args=[who.pk]) for who in (jane, raven, ishka)]
        + [f"{reverse('odds', args=[ishka.pk])}?{query}" for query in ("kind=cooperative&throw=yes", "kind=healing")],
        "history": [
            reverse("history", args=[who.pk]) + more for who in (jane, raven) for more in ("", "?figure=dodge")
        ],
        "versions_of": [reverse("versions_of", args=[raven.pk, 3, 6]), reverse("versions_of", args=[jane.pk, 1, 1])],
        "portrait": [reverse("portrait", args=[raven.pk])],
        "share": [reverse("share", args=[raven.pk])],
        "shared": [reverse("shared", args=[actions.share(character=who, story=True).token]) for who in (raven, ishka)],
        "shared_odds": [f"{reverse('shared_odds', args=[raven.share_links.all()[0].token])}?throw=alone"],
        "shared_figure": [reverse("shared_figure", args=[raven.share_links.all()[0].token, "dodge"])],
        "keep": [reverse("keep", args=[tried.pk])],
        "print": [reverse("print", args=[jane.pk])],
        "print_job": [reverse("print_job", args=[job.pk]) for job in (waiting, done, failed)],
        "print_party": [reverse("print_party", args=[inn.pk])],
        "party_print": [reverse("party_print", args=[party.pk]) for party in _parties(inn, jane.owner)],
        "ledger": [
            reverse("ledger", args=[Character.objects.get(name=name).pk]) for name in ("Sable", "Ida Thornquill")
        ],
        "review": [reverse("review", args=[who.pk]) for who in (jane, cormac)],
        "reviewed": [reverse("reviewed", args=[table.pk]) for table in (inn, caravan)],
        "campaign": [jane.campaign.get_absolute_url(), inn.get_absolute_url()],  # type: ignore[union-attr]
        "prep": [
            reverse("prep", args=[inn.pk]),
            *(reverse("prep", args=[caravan.pk]) + all_ for all_ in ("", "?cards=all")),
        ],
        "beast": [one.get_absolute_url() for one in caravan.beasts.all()[:1]],
        "stash": [reverse("stash", args=[table.pk]) for table in (inn, caravan)],
        "campaign_settings": [reverse("campaign_settings", args=[inn.pk])],
        "campaign_history": [reverse("campaign_history", args=[caravan.pk])],
        "chronicle_print": [reverse("chronicle_print", args=[caravan.pk])],
        "scene_new": [reverse("scene_new", args=[caravan.pk])],
        "scene": [reverse("scene", args=[caravan.pk, one.pk]) for one in caravan.scenes.all()[:2]],
        "session_new": [reverse("session_new", args=[caravan.pk])],
        "session": [reverse("session", args=[caravan.pk, evening.pk])],
        "memory": [reverse("memory", args=[caravan.pk, evening.pk])],
        "handout_new": [reverse("handout_new", args=[caravan.pk])],
        "handout": [reverse("handout", args=[caravan.pk, paper.pk]) for paper in caravan.handouts.all()],
        "campaign_rules": [reverse("campaign_rules", args=[jane.campaign_id, "hprpg"])],
        "join": [reverse("join", args=[jane.campaign.invitations.all()[0].token])],
        "roster": [reverse("roster", args=[inn.pk])],
        "roster_columns": [reverse("roster_columns", args=[inn.pk])],
        "roster_panel": [reverse("roster_panel", args=[inn.pk, who.pk]) for who in inn.characters.order_by("pk")[:3]],
        "coverage": [reverse("coverage", args=[inn.pk])],
        **_books(jane),
        "rulings": [reverse("rulings", args=[key]) for key in PACKAGES],
        "reference": [reverse("reference", args=[game.key]) for game in every() if game.references(game.rulebook)],
        "books_of": [reverse("books_of", args=[who.pk]) for who in (jane, linnet)],
        "edition_of": [reverse("edition_of", args=[linnet.pk, newer.pk]) for _, newer in new_editions(linnet)],
        "table_books": [reverse("table_books", args=[table]) for table in (jane.campaign_id, linnet.campaign_id)],
        "wish": [f"{reverse('wish', args=['dominion'])}?concept=rogue&good=sneaking&good=blade&seed=7"],
        "spells_at": [reverse("spells_at", args=[linnet.campaign_id])],
        "homebrew_spell": [reverse("homebrew_spell", args=["hprpg", "homing-wisp", linnet.homebrew[0]])],
        "spell": [reverse("spell", args=args) for args in (["hprpg", "lumos"], ["dominion", "transmute-object"])],
    }


def _parties(inn: Campaign, by: Any) -> list[PartyPrint]:
    """A party that is bound without somebody who could not be drawn, and one that waits for its sheets."""
    people = list(Character.objects.with_table().select_related("owner").filter(campaign=inn)[:2])
    wanted = {"sheets": True, "npc_sheets": False, "summary": True, "cards": False}
    how = {"paper": "a4", "variant": "full", "pages": "one"}
    made = []
    for some in (people[:1], people):
        made.append(party_prints.request_party(campaign=inn, by=by, characters=some, options=wanted | how, whole=True))
        PartyPrint.objects.filter(pk=made[0].pk).update(state=PartyPrint.State.DONE, file="prints/none.pdf")
        PrintJob.objects.filter(parts__party=made[0]).update(state=PrintJob.State.FAILED, error="It is too long.")
    return made


def _books(jane: Character) -> dict[str, list[str]]:
    """A draft with faults and a published book in two editions."""
    Book.objects.filter(title=demo_books.ALMANAC).update(owner=jane.owner)
    first, second = Book.objects.filter(title=demo_books.ALMANAC).order_by("edition")
    draft = Book.objects.get(title=demo_books.DRAFT)
    fords = Book.objects.get(title=demo_books.FORDS, published_at=None)
    fords.owner = jane.owner
    fords.save()
    item, beast = draft.entries.get(kind="item"), fords.entries.get(kind="beast")
    return {
        "book": [book.get_absolute_url() for book in (draft, second)],
        "book_changes": [reverse("book_changes", args=[second.pk, first.pk])],
        "entry_new": [reverse("entry_new", args=[draft.pk, kind]) for kind in ("personality", "spell", "species")],
        "entry": [reverse("entry", args=[e.book_id, e.pk]) for e in (item, beast, second.entries.get(kind="species"))],
    }


def addresses() -> tuple[list[str], list[str]]:
    """Makes the demo world: every page for mira, who has Cormac and Ursula too, and every page for a stranger.

    Fails on an address nobody has thought of.
    """
    demo.load()
    names = ("Jane Alderwick", "Cormac Overreach", "Raven", "Ursula", "Ishka")
    jane, cormac, raven, ursula, ishka = (Character.objects.get(name=name) for name in names)
    Character.objects.filter(pk__in=(cormac.pk, ursula.pk)).update(owner=jane.owner)
    Membership.objects.filter(campaign__name=demo.CROSSROADS, user=jane.owner).update(role=TableRole.SPECTATOR)
    known = _filled(jane, cormac, raven, ursula, ishka)
    inside, outside, forgotten = [], [reverse("home"), reverse("characters"), "/no-such-page/"], []
    for name, groups in _names():
        if name in NO_PAGE:
            continue
        if name in known:
            inside += known[name]
        elif name in FOR_STRANGERS:
            outside.append(reverse(name))
        elif groups:
            forgotten.append(name)
        else:
            inside.append(reverse(name))
    assert not forgotten, f"give these pages something to show: {forgotten}"
    return list(dict.fromkeys(inside)), outside


def log_in(page: Page, name: str) -> None:
    """Through the door, like everybody."""
    page.goto(reverse("account_login"))
    page.locator("#id_login").fill(name)
    page.locator("#id_password").fill(demo.PASSWORD)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(lambda address: "login" not in address)
