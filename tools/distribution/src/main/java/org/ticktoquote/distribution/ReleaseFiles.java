package org.ticktoquote.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.ticktoquote.core.program.RootCommand;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Writes the files of a release that are generated from the program. Run by the build. */
public final class ReleaseFiles {
    /** Loaded by zsh when {@code t2q} is first completed. Uses the script for bash. */
    private static final String ZSH = """
            #compdef t2q
            # The script for bash calls this; zsh does not need it.
            compopt() { : }
            source "${${(%%):-%%x}:A:h}/%s"
            _bash_complete -o default -F _complete_t2q
            """;

    private static final String BASH_FILE = "t2q.bash";

    /** Leaves room for the indentation of manual pages on a terminal of 80 columns. */
    private static final int SYNOPSIS_WIDTH = 72;

    private static final int DATE_LENGTH = "2026-01-01".length();

    private ReleaseFiles() {}

    /**
     * @param args version, time of the release (ISO 8601), root of the project, list of third-party libraries, output folder
     */
    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[2]);
        Path out = Path.of(args[4]);
        CommandLine t2q = RootCommand.commandLine();
        writeManPages(
                t2q, args[0], args[1].substring(0, DATE_LENGTH), Files.createDirectories(out.resolve("man/man1")));
        writeCompletions(t2q, Files.createDirectories(out.resolve("completions")));
        List<BundledComponent> components = BundledComponent.listedIn(Path.of(args[3]));
        LegalTexts texts = new LegalTexts(
                root.resolve("tools/distribution/src/licences"), root.resolve("report/src/main/resources/third-party"));
        Notice notice = new Notice(args[0], components, texts.of(components));
        Files.writeString(out.resolve("NOTICE"), notice.text());
        notice.writeLicences(Files.createDirectories(out.resolve("licences")));
    }

    static void writeManPages(CommandLine command, String version, String date, Path folder) throws IOException {
        command.setUsageHelpWidth(SYNOPSIS_WIDTH);
        ManPage page = new ManPage(command, version, date);
        Files.writeString(folder.resolve(page.fileName()), page.text());
        for (CommandLine each : new TreeMap<>(command.getSubcommands()).values()) {
            if (!each.getCommandSpec().usageMessage().hidden()) {
                writeManPages(each, version, date, folder);
            }
        }
    }

    static void writeCompletions(CommandLine command, Path folder) throws IOException {
        Files.writeString(folder.resolve(BASH_FILE), AutoComplete.bash("t2q", command));
        Files.writeString(folder.resolve("_t2q"), ZSH.formatted(BASH_FILE));
    }
}
