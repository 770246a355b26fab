/** Input of the validity rules: manifest, journals and figures of a run, each as a number with a sentence. */
@NullMarked
package org.ticktoquote.analysis.observation;

import org.jspecify.annotations.NullMarked;
