package org.ticktoquote.host.topology;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.machine.UsableCpus.Core;
import org.ticktoquote.host.machine.UsableCpus.MemoryNodes;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Cpus;
import org.ticktoquote.host.topology.CpuTopology.CpuPosition;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * CPUs that a plan can use, with their caches, sockets and memory nodes.
 *
 * @param positions CPU positions by CPU number
 * @param isolated CPUs that are excluded from the kernel's load balancing
 * @param memory distances between nodes as the firmware reports them (10 within a node), and nodes of the adapters
 */
public record CpuTopology(List<CpuPosition> positions, CpuList isolated, MemoryNodes memory) {
    /** Name of this machine's topology. */
    public static final String HERE = "HERE";

    private static final Pattern WORDS =
            Pattern.compile("([1-9][0-9]{0,2})x([1-9][0-9]{0,2})x([1-8])(?::(ring|mesh|line))?");
    private static final String EXPECTED = HERE
            + ", a file NAME.xml of lstopo, or SOCKETSxCORESxTHREADS with at most 1024 CPUs, as in 4x8x2 or 4x8x2:ring";
    private static final int MAX_CPUS = 1024;
    private static final int HASH_DIGITS = 12;
    static final int OWN_DISTANCE = MemoryNodes.OWN_DISTANCE;

    public CpuTopology {
        positions = List.copyOf(positions);
    }

    /** Returns the topology of {@link #HERE}, of a description such as {@code 4x8x2:ring}, or of a file by lstopo. */
    public static CpuTopology of(String text, Host host) {
        if (text.equals(HERE)) {
            return read(host);
        }
        if (text.endsWith(".xml")) {
            return LstopoFile.read(Path.of(text));
        }
        Matcher words = WORDS.matcher(text);
        boolean known = words.matches();
        int sockets = known ? Integer.parseInt(words.group(1)) : MAX_CPUS;
        int cores = known ? Integer.parseInt(words.group(2)) : MAX_CPUS;
        int threads = known ? Integer.parseInt(words.group(3)) : 1;
        if ((long) sockets * cores * threads > MAX_CPUS) {
            throw Problem.ofValue(text).expected(EXPECTED).exception();
        }
        return ofWords(sockets, cores, threads, words.group(4) == null ? "mesh" : words.group(4));
    }

    /** Numbers CPUs as Linux does: the first threads of all cores before the second ones. */
    private static CpuTopology ofWords(int sockets, int cores, int threads, String links) {
        List<CpuPosition> positions = new ArrayList<>();
        for (int cpu = 0; cpu < sockets * cores * threads; cpu++) {
            int core = cpu % (sockets * cores);
            positions.add(new CpuPosition(cpu, core, core / cores, core / cores, core / cores));
        }
        Map<Integer, List<Integer>> distances = new LinkedHashMap<>();
        for (int from = 0; from < sockets; from++) {
            List<Integer> row = new ArrayList<>();
            for (int to = 0; to < sockets; to++) {
                int steps = Math.abs(from - to);
                int hops = links.equals("line") ? steps : links.equals("ring") ? Math.min(steps, sockets - steps) : 1;
                row.add(from == to ? OWN_DISTANCE : OWN_DISTANCE * (1 + hops));
            }
            distances.put(from, row);
        }
        return new CpuTopology(positions, CpuList.none(), new MemoryNodes(Map.of(), distances));
    }

    /** Reads the topology from a host's /sys. A CPU with unknown caches shares the last-level cache with its socket. */
    public static CpuTopology read(Host host) {
        UsableCpus machine = UsableCpus.read(host);
        Map<CpuList, Integer> llcs = new LinkedHashMap<>();
        Map<String, Integer> sockets = new LinkedHashMap<>();
        Map<Integer, CpuPosition> positions = new TreeMap<>();
        int core = 0;
        for (Core each : machine.cores()) {
            for (int cpu : each.cpus().numbers()) {
                String name = host.file(Cpus.path(cpu, "topology/physical_package_id"))
                        .line()
                        .or("0");
                int socket = sockets.computeIfAbsent(name, first -> sockets.size());
                CpuList shared = sharedCache(host, cpu);
                int llc = llcs.computeIfAbsent(
                        shared.isEmpty() ? CpuList.of(MAX_CPUS + socket) : shared, first -> llcs.size());
                positions.put(cpu, new CpuPosition(cpu, core, llc, socket, each.node()));
            }
            core++;
        }
        return new CpuTopology(List.copyOf(positions.values()), machine.isolated(), machine.memory());
    }

    private static CpuList sharedCache(Host host, int cpu) {
        String folder = Cpus.path(cpu, "cache");
        CpuList shared = CpuList.none();
        long highest = 1;
        for (String name : host.names(folder)) {
            String cache = folder + "/" + name;
            long level = host.file(cache + "/level").line().number().orElse(0);
            if (level > highest) {
                highest = level;
                shared = CpuList.parse(
                        host.file(cache + "/shared_cpu_list").line().or(""));
            }
        }
        return shared;
    }

    public CpuList cpus() {
        return sets(CpuLevel.CPU).stream().reduce(CpuList.none(), CpuList::union);
    }

    /** Returns the memory nodes, including those without a usable CPU. */
    public CpuList nodes() {
        return Stream.concat(positions.stream().map(CpuPosition::node), memory.distances().keySet().stream())
                .map(CpuList::of)
                .reduce(CpuList.none(), CpuList::union);
    }

    /** Returns the sets of a level, ordered by their lowest CPU. */
    public List<CpuList> sets(CpuLevel level) {
        Map<Integer, CpuList> sets = new LinkedHashMap<>();
        positions.forEach(each -> sets.merge(level.of(each), CpuList.of(each.cpu()), CpuList::union));
        return List.copyOf(sets.values());
    }

    /** Returns the union of the sets of a level that contain any of these CPUs. */
    public CpuList around(CpuLevel level, CpuList cpus) {
        return sets(level).stream().filter(cpus::intersects).reduce(CpuList.none(), CpuList::union);
    }

    /** Returns the hops between two nodes: the rank of their distance among all distances, 0 within a node. */
    public int hops(int from, int to) {
        List<Integer> row = memory.distances().getOrDefault(from, List.of());
        if (from == to || to >= row.size()) {
            return from == to ? 0 : 1;
        }
        long nearer = memory.distances().values().stream()
                .flatMap(List::stream)
                .filter(distance -> distance > OWN_DISTANCE && distance < row.get(to))
                .distinct()
                .count();
        return (int) nearer + 1;
    }

    /** Returns these CPUs in the form of {@link UsableCpus}, for planners. */
    public UsableCpus machine() {
        Map<Integer, Core> cores = new LinkedHashMap<>();
        positions.forEach(each -> cores.merge(
                each.core(),
                new Core(each.node(), CpuList.of(each.cpu())),
                (one, other) -> new Core(one.node(), one.cpus().union(other.cpus()))));
        return new UsableCpus(cpus(), isolated, List.copyOf(cores.values()), memory);
    }

    /** Returns the first digits of the SHA-256 of everything that affects a plan. */
    public String hash() {
        return Sha256.ofText(positions + " " + isolated + " " + new TreeMap<>(memory.distances()), HASH_DIGITS);
    }

    /** Formats as in {@code 4 sockets, 4 memory nodes, 4 last-level caches, 32 cores, 64 CPUs}. */
    public String description() {
        long sockets = positions.stream().map(CpuPosition::socket).distinct().count();
        return CountText.of(sockets, "socket") + ", "
                + CountText.of(sets(CpuLevel.NODE).size(), "memory node") + ", "
                + CountText.of(sets(CpuLevel.LLC).size(), "last-level cache") + ", "
                + CountText.of(sets(CpuLevel.CORE).size(), "core") + ", " + CountText.of(positions.size(), "CPU");
    }

    /** Levels of a machine, from the largest part to the smallest. The CPUs of one part form a set. */
    public enum CpuLevel {
        NODE,
        LLC,
        CORE,
        CPU;

        /** Returns the word used in files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        int of(CpuPosition position) {
            return switch (this) {
                case NODE -> position.node();
                case LLC -> position.llc();
                case CORE -> position.core();
                case CPU -> position.cpu();
            };
        }
    }

    /**
     * Position of a CPU. Each number is unique in the whole machine.
     *
     * @param llc last-level cache
     */
    public record CpuPosition(int cpu, int core, int llc, int socket, int node) {}

    /** XML of {@code lstopo} (hwloc 2.x). External entities resolve to nothing, so no other file is read. */
    private record LstopoFile(Path file, Element root) {
        private static final String EXPECTED = "XML of hwloc 2.x, as lstopo --of xml writes it";
        private static final String NETWORK_DEVICE = "2";
        private static final int MAX_NODES = 1024;
        private static final int LATENCY = 4;

        static CpuTopology read(Path file) {
            try (InputStream in = Files.newInputStream(UserPath.input(file))) {
                DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
                factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
                DocumentBuilder builder = factory.newDocumentBuilder();
                builder.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader("")));
                builder.setErrorHandler(null);
                return new LstopoFile(file, builder.parse(in).getDocumentElement()).topology();
            } catch (IOException e) {
                throw Problem.of(file).fault("cannot be read", e).exception(e);
            } catch (SAXException | ParserConfigurationException e) {
                Place place = e instanceof SAXParseException at
                        ? new Place(file.toString(), at.getLineNumber(), at.getColumnNumber())
                        : new Place(file.toString(), 0, 0);
                throw Problem.ofFault("is not XML").expected(EXPECTED).at(place).exception(e);
            }
        }

        private CpuTopology topology() {
            String version = root.getAttribute("version");
            if (!root.getTagName().equals("topology")) {
                throw wrong("root element", root.getTagName());
            }
            if (version.isEmpty()) {
                throw Problem.of(file)
                        .fault("has no version, as files of hwloc 1.x have none")
                        .expected(EXPECTED)
                        .exception();
            }
            if (!version.matches("2([.].*)?")) {
                throw wrong("version", version);
            }
            CpuList allowed = objects("Machine")
                    .map(each -> bits(each, "allowed_cpuset"))
                    .findFirst()
                    .orElse(CpuList.none());
            List<CpuList> sockets = sets("Package");
            List<CpuList> cores = sets("Core");
            List<CpuList> llcs = Stream.of("L5Cache", "L4Cache", "L3Cache", "L2Cache", "Package")
                    .flatMap(level -> sets(level).stream())
                    .toList();
            Map<Integer, CpuList> nodes = new TreeMap<>();
            objects("NUMANode")
                    .forEach(
                            each -> nodes.put(number("os_index", each.getAttribute("os_index")), bits(each, "cpuset")));
            List<Integer> numbers = List.copyOf(nodes.keySet());
            List<CpuList> ofNodes = List.copyOf(nodes.values());
            List<CpuPosition> positions = objects("PU")
                    .map(each -> number("os_index", each.getAttribute("os_index")))
                    .filter(cpu -> allowed.isEmpty() || allowed.contains(cpu))
                    .sorted()
                    .map(cpu -> new CpuPosition(
                            cpu,
                            indexOf(cores, cpu, cores.size() + cpu),
                            indexOf(llcs, cpu, 0),
                            indexOf(sockets, cpu, 0),
                            numbers.isEmpty() ? 0 : numbers.get(indexOf(ofNodes, cpu, 0))))
                    .toList();
            if (positions.isEmpty()) {
                throw Problem.of(file).fault("names no CPU").expected(EXPECTED).exception();
            }
            return new CpuTopology(positions, CpuList.none(), new MemoryNodes(adapters(), distances()));
        }

        private ProblemException wrong(String attribute, String value) {
            return Problem.of(attribute)
                    .value(value)
                    .expected(EXPECTED)
                    .at(new Place(file.toString(), 0, 0))
                    .exception();
        }

        private Stream<Element> elements(String name) {
            NodeList found = root.getElementsByTagName(name);
            return IntStream.range(0, found.getLength()).mapToObj(found::item).map(Element.class::cast);
        }

        private Stream<Element> objects(String type) {
            return elements("object").filter(each -> each.getAttribute("type").equals(type));
        }

        private List<CpuList> sets(String type) {
            return objects(type).map(each -> bits(each, "cpuset")).toList();
        }

        private static int indexOf(List<CpuList> sets, int cpu, int otherwise) {
            return IntStream.range(0, sets.size())
                    .filter(i -> sets.get(i).contains(cpu))
                    .findFirst()
                    .orElse(otherwise);
        }

        private int number(String attribute, String digits) {
            if (!digits.matches("[0-9]{1,4}")) {
                throw wrong(attribute, digits);
            }
            return Integer.parseInt(digits);
        }

        /** Parses hexadecimal words of 32 bits, highest first: {@code 0x00000001,0xffffffff}. An empty word is 0. */
        private CpuList bits(Element element, String attribute) {
            String text = element.getAttribute(attribute);
            String[] words = text.split(",", -1);
            BitSet bits = new BitSet();
            for (int i = 0; i < words.length; i++) {
                if (!words[i].matches("(0x[0-9a-f]{1,8})?") || words.length > MAX_NODES) {
                    throw wrong(attribute, text);
                }
                long word = words[i].isEmpty() ? 0 : Long.parseLong(words[i].substring(2), 16);
                int offset = (words.length - 1 - i) * Integer.SIZE;
                BitSet.valueOf(new long[] {word}).stream().forEach(bit -> bits.set(offset + bit));
            }
            return CpuList.of(bits);
        }

        /** Returns the network devices with the node of the nearest enclosing object with a node set, if it is a single node. */
        private Map<String, Integer> adapters() {
            Map<String, Integer> adapters = new LinkedHashMap<>();
            objects("OSDev")
                    .filter(each -> each.getAttribute("osdev_type").equals(NETWORK_DEVICE))
                    .forEach(device -> {
                        Node around = device;
                        while (around instanceof Element element
                                && element.getAttribute("nodeset").isEmpty()) {
                            around = element.getParentNode();
                        }
                        CpuList node = around instanceof Element element ? bits(element, "nodeset") : CpuList.none();
                        if (node.count() == 1) {
                            adapters.put(device.getAttribute("name"), node.last());
                        }
                    });
            return adapters;
        }

        private Map<Integer, List<Integer>> distances() {
            Map<Integer, List<Integer>> rows = new LinkedHashMap<>();
            elements("distances2")
                    .filter(each -> each.getAttribute("type").equals("NUMANode")
                            && (number("kind", each.getAttribute("kind")) & LATENCY) != 0)
                    .findFirst()
                    .ifPresent(matrix -> {
                        List<Integer> nodes = numbers(matrix, "indexes");
                        List<Integer> values = numbers(matrix, "u64values");
                        for (int from = 0;
                                values.size() == nodes.size() * nodes.size() && from < nodes.size();
                                from++) {
                            Integer[] row = new Integer[Collections.max(nodes) + 1];
                            Arrays.fill(row, CpuTopology.OWN_DISTANCE);
                            for (int to = 0; to < nodes.size(); to++) {
                                row[nodes.get(to)] = values.get(from * nodes.size() + to);
                            }
                            rows.put(nodes.get(from), List.of(row));
                        }
                    });
            return rows;
        }

        private List<Integer> numbers(Element matrix, String name) {
            NodeList parts = matrix.getElementsByTagName(name);
            return IntStream.range(0, parts.getLength())
                    .mapToObj(i -> parts.item(i).getTextContent().trim().split("\\s+", -1))
                    .flatMap(Arrays::stream)
                    .map(each -> number(name, each))
                    .toList();
        }
    }
}
