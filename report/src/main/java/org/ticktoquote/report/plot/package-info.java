/** Plots as SVG: axes, scales and marks; none needs scripts. */
@NullMarked
package org.ticktoquote.report.plot;

import org.jspecify.annotations.NullMarked;
