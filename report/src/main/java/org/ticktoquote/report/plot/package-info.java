/** SVG plots without scripts: axes, scales and marks. */
@NullMarked
package org.ticktoquote.report.plot;

import org.jspecify.annotations.NullMarked;
