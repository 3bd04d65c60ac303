#include "CWebResources.h"

// Texts, which end with a zero here. That this names every file of the folder is tested.
static const struct fairy_web_resource resources[] = {
    {"ahead.js", (const char[]){
#embed "../../Web/Resources/ahead.js" suffix(, 0)
     }},
    {"app.js", (const char[]){
#embed "../../Web/Resources/app.js" suffix(, 0)
     }},
    {"batch.mustache", (const char[]){
#embed "../../Web/Resources/batch.mustache" suffix(, 0)
     }},
    {"beside.mustache", (const char[]){
#embed "../../Web/Resources/beside.mustache" suffix(, 0)
     }},
    {"camera.js", (const char[]){
#embed "../../Web/Resources/camera.js" suffix(, 0)
     }},
    {"camera.mustache", (const char[]){
#embed "../../Web/Resources/camera.mustache" suffix(, 0)
     }},
    {"cards.mustache", (const char[]){
#embed "../../Web/Resources/cards.mustache" suffix(, 0)
     }},
    {"committed.mustache", (const char[]){
#embed "../../Web/Resources/committed.mustache" suffix(, 0)
     }},
    {"compare.js", (const char[]){
#embed "../../Web/Resources/compare.js" suffix(, 0)
     }},
    {"conflict.mustache", (const char[]){
#embed "../../Web/Resources/conflict.mustache" suffix(, 0)
     }},
    {"document.js", (const char[]){
#embed "../../Web/Resources/document.js" suffix(, 0)
     }},
    {"document.mustache", (const char[]){
#embed "../../Web/Resources/document.mustache" suffix(, 0)
     }},
    {"draft.js", (const char[]){
#embed "../../Web/Resources/draft.js" suffix(, 0)
     }},
    {"draft.mustache", (const char[]){
#embed "../../Web/Resources/draft.mustache" suffix(, 0)
     }},
    {"events.js", (const char[]){
#embed "../../Web/Resources/events.js" suffix(, 0)
     }},
    {"feedback.js", (const char[]){
#embed "../../Web/Resources/feedback.js" suffix(, 0)
     }},
    {"file.mustache", (const char[]){
#embed "../../Web/Resources/file.mustache" suffix(, 0)
     }},
    {"folder.mustache", (const char[]){
#embed "../../Web/Resources/folder.mustache" suffix(, 0)
     }},
    {"grid.js", (const char[]){
#embed "../../Web/Resources/grid.js" suffix(, 0)
     }},
    {"groups.mustache", (const char[]){
#embed "../../Web/Resources/groups.mustache" suffix(, 0)
     }},
    {"home.css", (const char[]){
#embed "../../Web/Resources/home.css" suffix(, 0)
     }},
    {"home.mustache", (const char[]){
#embed "../../Web/Resources/home.mustache" suffix(, 0)
     }},
    {"icon.svg", (const char[]){
#embed "../../Web/Resources/icon.svg" suffix(, 0)
     }},
    {"icons.svg", (const char[]){
#embed "../../Web/Resources/icons.svg" suffix(, 0)
     }},
    {"job.mustache", (const char[]){
#embed "../../Web/Resources/job.mustache" suffix(, 0)
     }},
    {"jobs.js", (const char[]){
#embed "../../Web/Resources/jobs.js" suffix(, 0)
     }},
    {"jobs.mustache", (const char[]){
#embed "../../Web/Resources/jobs.mustache" suffix(, 0)
     }},
    {"keys.js", (const char[]){
#embed "../../Web/Resources/keys.js" suffix(, 0)
     }},
    {"launch.js", (const char[]){
#embed "../../Web/Resources/launch.js" suffix(, 0)
     }},
    {"layout.mustache", (const char[]){
#embed "../../Web/Resources/layout.mustache" suffix(, 0)
     }},
    {"library.css", (const char[]){
#embed "../../Web/Resources/library.css" suffix(, 0)
     }},
    {"library.js", (const char[]){
#embed "../../Web/Resources/library.js" suffix(, 0)
     }},
    {"library.mustache", (const char[]){
#embed "../../Web/Resources/library.mustache" suffix(, 0)
     }},
    {"locked.mustache", (const char[]){
#embed "../../Web/Resources/locked.mustache" suffix(, 0)
     }},
    {"look.css", (const char[]){
#embed "../../Web/Resources/look.css" suffix(, 0)
     }},
    {"mails.mustache", (const char[]){
#embed "../../Web/Resources/mails.mustache" suffix(, 0)
     }},
    {"message.mustache", (const char[]){
#embed "../../Web/Resources/message.mustache" suffix(, 0)
     }},
    {"note.mustache", (const char[]){
#embed "../../Web/Resources/note.mustache" suffix(, 0)
     }},
    {"notes.js", (const char[]){
#embed "../../Web/Resources/notes.js" suffix(, 0)
     }},
    {"notes.mustache", (const char[]){
#embed "../../Web/Resources/notes.mustache" suffix(, 0)
     }},
    {"orders.js", (const char[]){
#embed "../../Web/Resources/orders.js" suffix(, 0)
     }},
    {"outline.js", (const char[]){
#embed "../../Web/Resources/outline.js" suffix(, 0)
     }},
    {"pages.mustache", (const char[]){
#embed "../../Web/Resources/pages.mustache" suffix(, 0)
     }},
    {"phone.css", (const char[]){
#embed "../../Web/Resources/phone.css" suffix(, 0)
     }},
    {"phone.js", (const char[]){
#embed "../../Web/Resources/phone.js" suffix(, 0)
     }},
    {"phone.mustache", (const char[]){
#embed "../../Web/Resources/phone.mustache" suffix(, 0)
     }},
    {"phoneDesk.js", (const char[]){
#embed "../../Web/Resources/phoneDesk.js" suffix(, 0)
     }},
    {"phoneDesk.mustache", (const char[]){
#embed "../../Web/Resources/phoneDesk.mustache" suffix(, 0)
     }},
    {"picture.js", (const char[]){
#embed "../../Web/Resources/picture.js" suffix(, 0)
     }},
    {"preferences.css", (const char[]){
#embed "../../Web/Resources/preferences.css" suffix(, 0)
     }},
    {"preferences.mustache", (const char[]){
#embed "../../Web/Resources/preferences.mustache" suffix(, 0)
     }},
    {"problem.mustache", (const char[]){
#embed "../../Web/Resources/problem.mustache" suffix(, 0)
     }},
    {"queue.mustache", (const char[]){
#embed "../../Web/Resources/queue.mustache" suffix(, 0)
     }},
    {"reader.js", (const char[]){
#embed "../../Web/Resources/reader.js" suffix(, 0)
     }},
    {"recent.mustache", (const char[]){
#embed "../../Web/Resources/recent.mustache" suffix(, 0)
     }},
    {"recentLines.mustache", (const char[]){
#embed "../../Web/Resources/recentLines.mustache" suffix(, 0)
     }},
    {"report.css", (const char[]){
#embed "../../Web/Resources/report.css" suffix(, 0)
     }},
    {"report.js", (const char[]){
#embed "../../Web/Resources/report.js" suffix(, 0)
     }},
    {"report.mustache", (const char[]){
#embed "../../Web/Resources/report.mustache" suffix(, 0)
     }},
    {"scan.css", (const char[]){
#embed "../../Web/Resources/scan.css" suffix(, 0)
     }},
    {"scan.mustache", (const char[]){
#embed "../../Web/Resources/scan.mustache" suffix(, 0)
     }},
    {"scanner.mustache", (const char[]){
#embed "../../Web/Resources/scanner.mustache" suffix(, 0)
     }},
    {"search.mustache", (const char[]){
#embed "../../Web/Resources/search.mustache" suffix(, 0)
     }},
    {"selecting.js", (const char[]){
#embed "../../Web/Resources/selecting.js" suffix(, 0)
     }},
    {"sessions.mustache", (const char[]){
#embed "../../Web/Resources/sessions.mustache" suffix(, 0)
     }},
    {"settings.mustache", (const char[]){
#embed "../../Web/Resources/settings.mustache" suffix(, 0)
     }},
    {"share.js", (const char[]){
#embed "../../Web/Resources/share.js" suffix(, 0)
     }},
    {"sheet.js", (const char[]){
#embed "../../Web/Resources/sheet.js" suffix(, 0)
     }},
    {"sheet.mustache", (const char[]){
#embed "../../Web/Resources/sheet.mustache" suffix(, 0)
     }},
    {"style.css", (const char[]){
#embed "../../Web/Resources/style.css" suffix(, 0)
     }},
    {"swipe.js", (const char[]){
#embed "../../Web/Resources/swipe.js" suffix(, 0)
     }},
    {"table.mustache", (const char[]){
#embed "../../Web/Resources/table.mustache" suffix(, 0)
     }},
    {"text.mustache", (const char[]){
#embed "../../Web/Resources/text.mustache" suffix(, 0)
     }},
    {"tour.css", (const char[]){
#embed "../../Web/Resources/tour.css" suffix(, 0)
     }},
    {"tour.js", (const char[]){
#embed "../../Web/Resources/tour.js" suffix(, 0)
     }},
    {"tour.mustache", (const char[]){
#embed "../../Web/Resources/tour.mustache" suffix(, 0)
     }},
    {"tourCard.mustache", (const char[]){
#embed "../../Web/Resources/tourCard.mustache" suffix(, 0)
     }},
    {"tourSamples.mustache", (const char[]){
#embed "../../Web/Resources/tourSamples.mustache" suffix(, 0)
     }},
    {"trash.mustache", (const char[]){
#embed "../../Web/Resources/trash.mustache" suffix(, 0)
     }},
    {"tree.js", (const char[]){
#embed "../../Web/Resources/tree.js" suffix(, 0)
     }},
    {"tree.mustache", (const char[]){
#embed "../../Web/Resources/tree.mustache" suffix(, 0)
     }},
    {"triage.css", (const char[]){
#embed "../../Web/Resources/triage.css" suffix(, 0)
     }},
    {"triage.js", (const char[]){
#embed "../../Web/Resources/triage.js" suffix(, 0)
     }},
    {"triage.mustache", (const char[]){
#embed "../../Web/Resources/triage.mustache" suffix(, 0)
     }},
    {"unreadable.svg", (const char[]){
#embed "../../Web/Resources/unreadable.svg" suffix(, 0)
     }},
    {"upload.js", (const char[]){
#embed "../../Web/Resources/upload.js" suffix(, 0)
     }},
    {"uploads.css", (const char[]){
#embed "../../Web/Resources/uploads.css" suffix(, 0)
     }},
    {"uploads.js", (const char[]){
#embed "../../Web/Resources/uploads.js" suffix(, 0)
     }},
    {"uploads.mustache", (const char[]){
#embed "../../Web/Resources/uploads.mustache" suffix(, 0)
     }},
    {"words.de.json", (const char[]){
#embed "../../Web/Resources/words.de.json" suffix(, 0)
     }},
    {"words.en.json", (const char[]){
#embed "../../Web/Resources/words.en.json" suffix(, 0)
     }},
    {"zoom.js", (const char[]){
#embed "../../Web/Resources/zoom.js" suffix(, 0)
     }},
};

const int fairy_web_resource_count = sizeof resources / sizeof resources[0];

struct fairy_web_resource fairy_web_resource(int number) { return resources[number]; }
