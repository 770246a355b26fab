package org.ticktoquote.replayer.venue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.replayer.feed.Markets;

/** File that declares FIX venues ({@code docs/venues.md}). Immutable. */
public record VenuesFile(List<VenueSetup> venues) {
    private static final int MAX_VENUES = 64;

    public VenuesFile {
        venues = List.copyOf(venues);
    }

    /** @param opens false to leave out the files and secrets that the file names, which are on the replayer's host */
    static VenuesFile read(Path file, Markets markets, boolean opens) {
        return parse(file.toString(), YamlFile.text(file), markets, opens);
    }

    /**
     * Parses a file.
     *
     * @param name its path, for problems and for relative paths in the file
     * @param markets instruments and venues to be sent
     * @throws ProblemException with all faults
     */
    public static VenuesFile parse(String name, String text, Markets markets) {
        return parse(name, text, markets, true);
    }

    private static VenuesFile parse(String name, String text, Markets markets, boolean opens) {
        Problems problems = new Problems();
        YamlSection top = YamlFile.parse(name, text, problems);
        problems.refuseIfAny();
        List<VenueSetup> venues = venues(top, folder(name), markets, opens);
        problems.refuseIfAny();
        return new VenuesFile(venues);
    }

    private static Path folder(String name) {
        Path folder = Path.of(name).getParent();
        return folder == null ? Path.of("") : folder;
    }

    private static List<VenueSetup> venues(YamlSection top, Path folder, Markets markets, boolean opens) {
        Map<String, YamlSection> named = Names.sections(top.section("venues"));
        if (named.isEmpty() || named.size() > MAX_VENUES) {
            top.problemAt("venues", "1 to " + MAX_VENUES + " venues, each with its name and settings");
        }
        List<VenueSetup> venues = new ArrayList<>();
        Set<Integer> ports = new HashSet<>();
        named.forEach((name, section) -> {
            VenueSetup venue = new VenueReader(name, section, folder, markets, opens).read();
            if (venue.port() > 0 && !ports.add(venue.port())) {
                section.problemAt("port", "a port that no other venue has");
            }
            venues.add(venue);
        });
        top.reportUnknownKeys();
        return venues;
    }
}
