/* Rules of conversations (DLG). */
#include "core/text.h"
#include "lint/lint.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- nodes ---- */

static const char *const lists[] = {"EntryList", "ReplyList"};

/* A rule of one entry or reply. */
typedef void check_node(struct rq_lint_file *f, const struct rq_gff_struct *node, const char *list,
                        uint32_t index);

static void each_node(struct rq_lint_file *f, check_node *check)
{
    for (size_t k = 0; k < 2; k++) {
        uint32_t count;
        const struct rq_gff_struct *nodes = rq_lint_list(f->at, lists[k], &count);
        for (uint32_t i = 0; i < count; i++)
            check(f, &nodes[i], lists[k], i);
    }
}

static bool is_entry(const char *list)
{
    return list == lists[0];
}

static bool has_sound(const struct rq_gff_struct *node)
{
    return rq_lint_text(node, "Sound").size || rq_lint_text(node, "VO_ResRef").size;
}

static void camera_id_ignored(struct rq_lint_file *f, const struct rq_gff_struct *node,
                              const char *list, uint32_t index)
{
    int64_t angle = rq_lint_number(node, "CameraAngle", 0);
    if (rq_lint_number(node, "CameraID", -1) != -1 && angle != 6) {
        rq_lint_tell_element(f, list, index, "CameraID", "CameraAngle is %lld, not 6",
                             (long long)angle);
        rq_lint_fix(f, "-1");
    }
}

void rq_lint_dlg_camera_id_ignored(struct rq_lint_file *f)
{
    each_node(f, camera_id_ignored);
}

static bool has_camera(const struct rq_gff_struct *git, int64_t id)
{
    /* With more than 50 the engine drops the whole list, which has a rule of its own. */
    enum { MOST_CAMERAS = 50 };
    uint32_t count, i = 0;
    const struct rq_gff_struct *cameras = rq_lint_list(git, "CameraList", &count);
    count = count < MOST_CAMERAS ? count : MOST_CAMERAS;
    while (i < count && rq_lint_number(&cameras[i], "CameraID", -1) != id)
        i++;
    return i < count;
}

/* Without a GIT beside it a dialog can be spoken in any module. */
void rq_lint_dlg_camera_id_missing(struct rq_lint_file *f)
{
    struct rq_doc *doc = NULL;
    bool looked = false;
    for (size_t k = 0; k < 2; k++) {
        uint32_t count;
        const struct rq_gff_struct *nodes = rq_lint_list(f->at, lists[k], &count);
        for (uint32_t i = 0; i < count; i++) {
            int64_t id = rq_lint_number(&nodes[i], "CameraID", -1);
            if (rq_lint_number(&nodes[i], "CameraAngle", 0) != 6)
                continue;
            if (!looked && id >= 0)
                doc = rq_lint_beside_type(f, "git");
            looked |= id >= 0;
            const struct rq_gff_struct *git = rq_lint_root(doc, "GIT");
            if (id < 0)
                rq_lint_tell_element(f, lists[k], i, "CameraAngle", "no CameraID");
            else if (git && !has_camera(git, id))
                rq_lint_tell_element(f, lists[k], i, "CameraID", "the module has no such camera");
        }
    }
    rq_doc_free(doc);
}

void rq_lint_dlg_computer_type_ignored(struct rq_lint_file *f)
{
    if (rq_lint_number(f->at, "ComputerType", 0) &&
        rq_lint_number(f->at, "ConversationType", 0) != 1) {
        rq_lint_tell(f, "ComputerType", "ConversationType is not 1, a computer");
        rq_lint_fix(f, "0");
    }
}

static void sound_exists(struct rq_lint_file *f, const struct rq_gff_struct *node, const char *list,
                         uint32_t index)
{
    if (rq_lint_number(node, "SoundExists", 0) == 1 && !has_sound(node)) {
        rq_lint_tell_element(f, list, index, "SoundExists", "Sound and VO_ResRef are empty");
        rq_lint_fix(f, "0");
    }
}

void rq_lint_dlg_sound_exists(struct rq_lint_file *f)
{
    each_node(f, sound_exists);
}

static void fade_ignored(struct rq_lint_file *f, const struct rq_gff_struct *node, const char *list,
                         uint32_t index)
{
    static const char *const labels[] = {"FadeDelay", "FadeLength"};
    for (size_t i = 0; i < 2 && rq_lint_number(node, "FadeType", 0) == 0; i++)
        if (rq_lint_real(node, labels[i], 0) != 0) {
            rq_lint_tell_element(f, list, index, labels[i], "FadeType is 0: nothing fades");
            rq_lint_fix(f, "0");
        }
}

void rq_lint_dlg_fade_ignored(struct rq_lint_file *f)
{
    each_node(f, fade_ignored);
}

static void fov_negative(struct rq_lint_file *f, const struct rq_gff_struct *node, const char *list,
                         uint32_t index)
{
    double fov = rq_lint_real(node, "CamFieldOfView", -1);
    if (fov < 0 && fov != -1) {
        rq_lint_tell_element(f, list, index, "CamFieldOfView", "below 0");
        rq_lint_fix(f, "-1");
    }
}

void rq_lint_dlg_fov_negative(struct rq_lint_file *f)
{
    each_node(f, fov_negative);
}

void rq_lint_dlg_conversation_type(struct rq_lint_file *f)
{
    int64_t type = rq_lint_number(f->at, "ConversationType", 0);
    if (type < 0 || type > 2)
        rq_lint_tell(f, "ConversationType", "types are 0 to 2");
}

void rq_lint_dlg_unpausable(struct rq_lint_file *f)
{
    if (rq_lint_number(f->at, "AnimatedCut", 0))
        rq_lint_tell(f, "AnimatedCut", "the conversation can't be paused");
}

void rq_lint_dlg_unstealths(struct rq_lint_file *f)
{
    if (rq_lint_number(f->at, "ConversationType", 0) != 1)
        rq_lint_tell(f, rq_lint_field(f->at, "ConversationType") ? "ConversationType" : "",
                     "the party leaves stealth");
}

static void dead_value(struct rq_lint_file *f, const struct rq_gff_struct *node, const char *list,
                       uint32_t index)
{
    int64_t delay = rq_lint_number(node, "Delay", UINT32_MAX),
            fade = rq_lint_number(node, "FadeType", 0);
    if (delay != UINT32_MAX && !is_entry(list))
        rq_lint_tell_element(f, list, index, "Delay", "the delay of a reply is ignored");
    else if (delay != UINT32_MAX && has_sound(node))
        rq_lint_tell_element(f, list, index, "Delay", "the line does not wait for its voice");
    if ((fade == 1 || fade == 2) && rq_lint_real(node, "FadeLength", 0) != 0)
        rq_lint_tell_element(f, list, index, "FadeLength", "taken as 0 with FadeType %lld",
                             (long long)fade);
}

void rq_lint_dlg_dead_value(struct rq_lint_file *f)
{
    each_node(f, dead_value);
}

static void animlist_keyword(struct rq_lint_file *f, const struct rq_gff_struct *node,
                             const char *list, uint32_t index)
{
    static const char *const words[] = {"player", "owner", "npc1", "npc2"};
    uint32_t count;
    const struct rq_gff_struct *parts = rq_lint_list(node, "AnimList", &count);
    for (uint32_t i = 0; i < count; i++) {
        struct rq_bytes who = rq_lint_text(&parts[i], "Participant");
        for (size_t k = 0; k < 4; k++) {
            char path[64];
            bool is = rq_lint_is(who, words[k]) && memcmp(who.data, words[k], who.size) != 0;
            snprintf(path, sizeof path, "AnimList/%u/Participant", i);
            if (is)
                rq_lint_tell_element(f, list, index, path, "\"%s\" is written in small letters",
                                     words[k]);
        }
    }
}

void rq_lint_dlg_animlist_keyword(struct rq_lint_file *f)
{
    each_node(f, animlist_keyword);
}

static void speaker_keyword(struct rq_lint_file *f, const struct rq_gff_struct *node,
                            const char *list, uint32_t index)
{
    struct rq_bytes speaker = rq_lint_text(node, "Speaker");
    if (is_entry(list) && (rq_lint_is(speaker, "PLAYER") || rq_lint_is(speaker, "OWNER")))
        rq_lint_tell_element(f, list, index, "Speaker", "taken for a tag, not a keyword");
}

void rq_lint_dlg_speaker_keyword(struct rq_lint_file *f)
{
    each_node(f, speaker_keyword);
}

/* "nm13aadork04013_" as the engine divides it; voices of other names lie anywhere. */
static void vo_path(struct rq_lint_file *f, const struct rq_gff_struct *node, const char *list,
                    uint32_t index)
{
    struct rq_bytes voice = rq_lint_text(node, "VO_ResRef");
    if (voice.size == 16 && rq_lower((char)voice.data[0]) == 'n' && voice.data[1] != '_')
        rq_lint_tell_element(f, list, index, "VO_ResRef", "looked for in streamwaves/%.5s/%.6s",
                             (const char *)voice.data, (const char *)voice.data + 5);
}

void rq_lint_dlg_vo_path(struct rq_lint_file *f)
{
    each_node(f, vo_path);
}

/* ---- links ---- */

void rq_lint_dlg_no_start(struct rq_lint_file *f)
{
    uint32_t count;
    rq_lint_list(f->at, "StartingList", &count);
    if (!count)
        rq_lint_tell(f, rq_lint_field(f->at, "StartingList") ? "StartingList" : "",
                     "no entry to start with");
}

/* Nodes that were reached: entries, then replies; and those whose links are still to be followed. */
struct reach {
    const struct rq_gff_struct *nodes[2];
    uint32_t counts[2];
    bool *seen[2];
    uint32_t *todo; /* index * 2 + 0 for entries, 1 for replies */
    size_t left;
};

static void follow(struct reach *r, const struct rq_gff_struct *from, const char *list, unsigned to)
{
    uint32_t count;
    const struct rq_gff_struct *links = rq_lint_list(from, list, &count);
    for (uint32_t i = 0; i < count; i++) {
        int64_t index = rq_lint_number(&links[i], "Index", 0);
        if (index < 0 || index >= r->counts[to] || r->seen[to][index])
            continue;
        r->seen[to][index] = true;
        r->todo[r->left++] = (uint32_t)index * 2 + to;
    }
}

static void tell_unreached(struct rq_lint_file *f, const struct reach *r)
{
    for (size_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < r->counts[k]; i++)
            if (!r->seen[k][i])
                rq_lint_tell_element(f, lists[k], i, "", "no link leads to it");
}

void rq_lint_dlg_unreachable_node(struct rq_lint_file *f)
{
    struct reach r = {0};
    for (size_t k = 0; k < 2; k++)
        r.nodes[k] = rq_lint_list(f->at, lists[k], &r.counts[k]);
    size_t count = (size_t)r.counts[0] + r.counts[1];
    bool *seen = rq_mem_zeroed(count + 1, sizeof *seen);
    r.todo = rq_mem_zeroed(count + 1, sizeof *r.todo);
    r.seen[0] = seen;
    r.seen[1] = seen ? seen + r.counts[0] : NULL;
    if (seen && r.todo) {
        follow(&r, f->at, "StartingList", 0);
        while (r.left) {
            uint32_t next = r.todo[--r.left], k = next % 2;
            follow(&r, &r.nodes[k][next / 2], k ? "EntriesList" : "RepliesList", 1 - k);
        }
        tell_unreached(f, &r);
    }
    free(seen);
    free(r.todo);
}

/* Whether links without a condition lead to replies with a text and to replies without. */
void rq_lint_dlg_mixed_replies(struct rq_lint_file *f)
{
    uint32_t entries, replies, links;
    const struct rq_gff_struct *entry = rq_lint_list(f->at, "EntryList", &entries);
    const struct rq_gff_struct *reply = rq_lint_list(f->at, "ReplyList", &replies);
    for (uint32_t i = 0; i < entries; i++) {
        bool kinds[2] = {false, false};
        const struct rq_gff_struct *link = rq_lint_list(&entry[i], "RepliesList", &links);
        for (uint32_t k = 0; k < links; k++) {
            int64_t index = rq_lint_number(&link[k], "Index", 0);
            bool open =
                !rq_lint_text(&link[k], "Active").size && !rq_lint_text(&link[k], "Active2").size;
            if (open && index >= 0 && index < replies)
                kinds[rq_lint_has_text(&reply[index], "Text")] = true;
        }
        if (kinds[0] && kinds[1])
            rq_lint_tell_element(f, "EntryList", i, "RepliesList",
                                 "replies with a text and replies without stand together");
    }
}

/* A start whose entry has no reply, or one that leads nowhere. */
void rq_lint_dlg_bark(struct rq_lint_file *f)
{
    uint32_t starts, entries, replies, links, next;
    const struct rq_gff_struct *start = rq_lint_list(f->at, "StartingList", &starts);
    const struct rq_gff_struct *entry = rq_lint_list(f->at, "EntryList", &entries);
    const struct rq_gff_struct *reply = rq_lint_list(f->at, "ReplyList", &replies);
    for (uint32_t i = 0; i < starts && rq_lint_number(f->at, "ConversationType", 0) != 2; i++) {
        int64_t index = rq_lint_number(&start[i], "Index", 0), to = -1;
        if (index < 0 || index >= entries)
            continue;
        const struct rq_gff_struct *link = rq_lint_list(&entry[index], "RepliesList", &links);
        if (links == 1)
            to = rq_lint_number(&link[0], "Index", 0);
        next = 0;
        if (to >= 0 && to < replies)
            rq_lint_list(&reply[to], "EntriesList", &next);
        if (links == 0 || (links == 1 && !next))
            rq_lint_tell_element(f, "StartingList", i, "Index", "the conversation is one line");
    }
}

/* ---- quests ---- */

static void quest_unknown(struct rq_lint_file *f, const struct rq_gff_struct *node,
                          const char *list, uint32_t index)
{
    const struct rq_gff_struct *journal = rq_lint_journal(f);
    struct rq_bytes tag = rq_lint_text(node, "Quest");
    if (!journal || !tag.size)
        return;
    const struct rq_gff_struct *quest = rq_lint_quest(journal, tag);
    if (!quest)
        rq_lint_tell_element(f, list, index, "Quest", "the journal has no such quest");
    else if (!rq_lint_quest_has(quest, rq_lint_number(node, "QuestEntry", 0)))
        rq_lint_tell_element(f, list, index, "QuestEntry", "the quest has no such entry");
}

void rq_lint_dlg_quest_unknown(struct rq_lint_file *f)
{
    each_node(f, quest_unknown);
}
