/** Input of the validity rules: observations of a run, each a number with a sentence, from manifest, journals and figures. */
@NullMarked
package org.ticktoquote.analysis.observation;

import org.jspecify.annotations.NullMarked;
