// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLOT_SVG_H
#define VOLAR_PLOT_SVG_H

// Draws a figure as one self-contained SVG file: no script, no external font, light or dark as the
// reader's system asks, colours that people with colour-blindness can distinguish (Okabe and Ito).

#include <stdbool.h>
#include <stddef.h>

#include "plot/figure.h"

// Width of every figure, px: that of a printed page.
#define VL_SVG_WIDTH 640.0
// Files are kept below this size, in bytes, by merging samples within columns of up to 1 px, which
// is invisible; so figures can be kept in a repository.
#define VL_SVG_BUDGET 49152

// The whole file as text, to be freed by the caller; NULL if memory runs out.
char* vlSvg_Render(const vlFigure* figure, size_t* size);

// False if the file could not be written; errno says why.
bool vlSvg_Write(const vlFigure* figure, const char* path);

#endif
