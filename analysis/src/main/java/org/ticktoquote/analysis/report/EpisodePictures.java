package org.ticktoquote.analysis.report;

import java.util.List;

/** The worst episodes of a run, a picture each. */
record EpisodePictures(List<EpisodePicture> pictures) implements Section.Block {}
