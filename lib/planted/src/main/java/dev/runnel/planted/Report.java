package dev.runnel.planted;

import dev.runnel.planted.PlantedBugs.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The table of bugs and who caught them: on the console, and in the documentation. */
final class Report {

    private static final String BEGIN = "<!-- written by the command -->\n";
    private static final String END = "<!-- end -->\n";
    private static final Pattern BUG = Pattern.compile("(?m)^\\| `([^`]+)` \\|");

    private final List<Verdict> verdicts;

    Report(List<Verdict> verdicts) {
        this.verdicts = verdicts;
    }

    /** For the console. */
    String toText() {
        StringBuilder text = new StringBuilder();
        for (Verdict verdict : verdicts) {
            text.append("%-40s %-58s %s%n".formatted(verdict.bug().name(), catcher(verdict), figures(verdict)));
        }
        long caught = verdicts.stream().filter(v -> !v.catches().isEmpty()).count();
        long byProgram = verdicts.stream().filter(v -> v.programs() > 0).count();
        return text + "%d of %d bugs caught, %d of them by programs".formatted(caught, verdicts.size(), byProgram);
    }

    private static String catcher(Verdict verdict) {
        return verdict.catches().isEmpty()
                ? "NOT CAUGHT"
                : verdict.catches().getFirst().detector();
    }

    private static String figures(Verdict verdict) {
        if (verdict.programs() == 0) {
            return "";
        }
        Catch first = verdict.catches().getFirst();
        return first.schedule() == 0
                ? "does not end, %d programs".formatted(verdict.programs())
                : "schedule %d, %d picks, shrunk %d, %d programs"
                        .formatted(first.schedule(), first.picks(), first.shrunk(), verdict.programs());
    }

    /** For the documentation. */
    private String toTable() {
        String rows = verdicts.stream().map(Report::row).collect(Collectors.joining());
        return "| bug | what is wrong | breaks | caught by | schedule | picks | programs |\n"
                + "|---|---|---|---|--:|--:|--:|\n" + rows;
    }

    private static String row(Verdict verdict) {
        Bug bug = verdict.bug();
        String schedule = "";
        String picks = "";
        String programs = "";
        if (verdict.programs() > 0) {
            Catch first = verdict.catches().getFirst();
            schedule = first.schedule() == 0 ? "no end" : "" + first.schedule();
            picks = first.shrunk() < 0 ? "" + first.picks() : first.picks() + " → " + first.shrunk();
            programs = "" + verdict.programs();
        }
        return "| `%s` | %s | %s | %s | %s | %s | %s |\n"
                .formatted(
                        bug.name(),
                        bug.wrong(),
                        String.join(", ", bug.breaks()),
                        catcher(verdict),
                        schedule,
                        picks,
                        programs);
    }

    /** Puts the table in its place. */
    void writeTo(Path file) throws IOException {
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        Files.writeString(file, text.substring(0, begin) + toTable() + text.substring(text.indexOf(END, begin)));
    }

    /** Whether the documentation has these bugs, and no others. */
    boolean isIn(Path file) throws IOException {
        List<String> documented = BUG.matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1))
                .toList();
        List<String> planted =
                verdicts.stream().map(verdict -> verdict.bug().name()).toList();
        if (!documented.equals(planted)) {
            System.out.println(
                    file.normalize() + " has other bugs than were planted; to write it: -Dplanted.write=true");
        }
        return documented.equals(planted);
    }
}
